"""From what an LMS gives to a notebook that can be graded."""
