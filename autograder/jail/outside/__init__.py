"""Runs outside of the jail, in the trusted process: starts jails and talks to them."""
