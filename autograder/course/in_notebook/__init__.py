"""Cells that all notebooks share: their source is put into each release, so that a notebook needs nothing but itself."""
