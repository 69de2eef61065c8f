from django.db import migrations, models


class Migration(migrations.Migration):
    """In a set the robots may think."""

    dependencies = [
        ("practice", "0014_variants_in_sets"),
    ]

    operations = [
        migrations.AddField(
            model_name="boardset",
            name="robots_think",
            field=models.BooleanField(default=False),
        ),
    ]
