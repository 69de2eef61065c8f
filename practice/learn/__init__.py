"""Learn: topics by chapter, rounds of ten hands, and how the student stands in each topic."""
