"""A made-up class that hands in through Moodle, to show the whole way of a submission where there is no class yet."""
