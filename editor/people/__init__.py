"""Systems and people: the list of systems, copies, the settings of one's own system, members and invitations."""
