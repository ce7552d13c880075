"""Right answers in float64, for what torch has no function of its own."""
