"""Bidding practice: tables, drills, reviews, and questions to a system."""
