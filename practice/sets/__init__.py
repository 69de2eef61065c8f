"""Sets: boards that somebody hands out under one link, and those who take part."""
