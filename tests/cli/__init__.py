"""Tests of the commands themselves."""
