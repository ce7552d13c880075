"""What all our HTML pages share: the look, safe text, pictures, names of students."""
