"""What somebody needs who has never bid: the basics on one page, and the words of bridge."""
