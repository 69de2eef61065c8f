"""The ground floor of the site: what the apps share. Pages, visitors, jobs, logs, and how templates write bridge."""
