"""Learn: the path through all topics, rounds of hands, and how the student stands in each topic."""
