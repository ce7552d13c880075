"""Answers that are alike beyond what the class writes alike: something for a person to look at, never a verdict."""
