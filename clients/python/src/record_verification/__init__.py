"""Record verification."""
