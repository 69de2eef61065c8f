"""Learn: topics by level, rounds of ten hands, and how the student stands in each topic."""
