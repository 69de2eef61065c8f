"""A system written for other programs: a BML outline, explanations for BBOalert; and the list of all formats."""
