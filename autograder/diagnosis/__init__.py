"""Known mistakes: which of them a submission made, and wrong answers that are alike."""
