from django.db import migrations


class Migration(migrations.Migration):
    """The tables are named apart from the engine's objects; what they hold stays."""

    dependencies = [
        ("editor", "0006_runs"),
        ("practice", "0002_drills"),  # its tables point at systems by their name of that time
    ]

    operations = [
        migrations.RenameModel("System", "SystemRow"),
        migrations.RenameModel("Convention", "ConventionRow"),
        migrations.RenameModel("Entry", "EntryRow"),
    ]
