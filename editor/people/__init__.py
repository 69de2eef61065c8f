"""Systems and people: the list of systems, copies, members and invitations, and the settings of one's own system."""
