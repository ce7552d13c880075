"""What a student gets back: one page that stands alone, with nothing hidden in it and nothing that runs."""
