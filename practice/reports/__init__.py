"""Reports of calls or texts that somebody holds to be wrong, for the site's editors."""
