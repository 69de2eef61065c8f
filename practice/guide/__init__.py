"""The guide through the first deal: short steps beside the table."""
