"""The changes of the tables of jobs, in order."""
