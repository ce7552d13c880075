"""What students get and run before they hand in: public checks, preflight, the kit."""
