"""The changes of the editor's tables, in order."""
