"""A system read by auction: the calls after others, what they mean, and where they lead."""
