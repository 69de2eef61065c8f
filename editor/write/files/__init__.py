"""Systems as files: downloads in each format, and merging a file or another system into a system by entry."""
