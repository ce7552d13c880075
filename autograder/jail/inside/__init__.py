"""Runs inside the jail, beside student code: nothing here is believed by the judge."""
