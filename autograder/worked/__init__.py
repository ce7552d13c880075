"""Worked solutions: what students get after the due date, a notebook and a page with answers and how they are marked."""
