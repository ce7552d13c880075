"""The parts that plug into nbgrader through its own configuration, and the booking of results in its gradebook."""
