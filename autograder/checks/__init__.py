"""Hidden checks, one folder per assignment and question, with known mistakes and right variants beside them."""
