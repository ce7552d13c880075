# cell: area
"""Python that the parser takes and the compiler does not: who reads what a cell defines stops at it."""


def area(radius):
    global radius
    return 3.14 * radius**2
