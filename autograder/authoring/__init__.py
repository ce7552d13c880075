"""For authors: test the tests of an assignment, and lay out new assignments, questions and mistakes."""
