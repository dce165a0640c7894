"""The exercises of each chapter: what is right, and what each known mistake comes to."""
