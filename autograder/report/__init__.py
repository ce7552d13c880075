"""One page for the instructor: how the class did, and where somebody has to look."""
