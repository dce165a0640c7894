"""What the notebooks of the chapters play, simulate and draw, beyond what a cell can hold."""
