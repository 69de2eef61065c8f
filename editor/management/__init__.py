"""Commands of `manage.py`: load_systems."""
