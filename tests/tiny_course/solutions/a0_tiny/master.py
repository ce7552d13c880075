# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # A course small enough to run in a second

# %% nbgrader={"grade": false, "grade_id": "imports", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Library imports (DO NOT CHANGE)
import math

# %% nbgrader={"grade": false, "grade_id": "public_checks", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Public checks and score line (DO NOT CHANGE)
# include: public_checks

# %% [markdown]
# ### 1a · Area of a circle · ●○○ · 5 min


# %% nbgrader={"grade": false, "grade_id": "area", "locked": false, "schema_version": 3, "solution": true, "task": false}
def area(radius):
    """Area of a circle."""
    ### BEGIN SOLUTION
    return math.pi * radius**2
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "test_area", "locked": true, "points": 3, "schema_version": 3, "solution": false, "task": false}
with public_check("area"):
    assert area(0) == 0, "a circle of radius 0 has no area"

# %% [markdown]
# ### 1b · Mean · ●●○ · 10 min


# %% nbgrader={"grade": false, "grade_id": "mean", "locked": false, "schema_version": 3, "solution": true, "task": false}
def mean(numbers):
    """Mean of some numbers."""
    ### BEGIN SOLUTION
    return sum(numbers) / len(numbers)
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "test_mean", "locked": true, "points": 2, "schema_version": 3, "solution": false, "task": false}
with public_check("mean"):
    assert mean([1, 3]) == 2, "the mean of 1 and 3 is 2"

# %% [markdown] nbgrader={"grade": false, "grade_id": "scheme_mean", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Why is there no mean of an empty list?
#
# === BEGIN MARK SCHEME ===
# - 1 point: a division by zero.
# === END MARK SCHEME ===

# %% [markdown] nbgrader={"grade": true, "grade_id": "explain_mean", "locked": false, "points": 1, "schema_version": 3, "solution": true, "task": false}
# It would divide by zero.
