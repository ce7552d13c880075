"""The parts that plug into nbgrader through its own configuration."""
