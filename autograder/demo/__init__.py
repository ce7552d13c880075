"""A made-up class that hands in through Moodle, to see the whole way of a submission without a course of one's own."""
