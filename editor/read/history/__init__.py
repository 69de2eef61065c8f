"""The history of a system: what each revision changed, what differs between two, and taking a change back."""
