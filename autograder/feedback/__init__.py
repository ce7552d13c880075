"""What a student gets back: one page that stands alone, with nothing hidden in it and nothing that runs."""

from autograder.feedback.content import Cell, Check, Feedback, Output, Question, Score
from autograder.feedback.page import page

__all__ = ["Cell", "Check", "Feedback", "Output", "Question", "Score", "page"]
