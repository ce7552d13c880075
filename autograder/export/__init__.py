"""From the gradebook back to where submissions came from: Moodle, Canvas, Gradescope, a table."""
