"""Right answers of this assignment: oracles in float64, and right parts to put in the place of a student's."""
