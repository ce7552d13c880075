"""Grading all submissions of an assignment: given out, graded, booked, summed up."""
