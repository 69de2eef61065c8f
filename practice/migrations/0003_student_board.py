from django.db import migrations


class Migration(migrations.Migration):
    """A board that a student bids is named apart from the engine's boards; what the table holds stays."""

    dependencies = [
        ("practice", "0002_drills"),
        ("editor", "0007_rows"),
    ]

    operations = [migrations.RenameModel("Board", "StudentBoard")]
