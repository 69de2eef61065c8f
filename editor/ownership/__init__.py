"""The settings of one's own system: its title, who may read it, members and invitations, another owner, its end."""
