"""Grading: what to run of a submission, where, and what comes back."""
