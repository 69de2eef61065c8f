from django.db import migrations, models


class Migration(migrations.Migration):
    """At a board the robots may think."""

    dependencies = [("practice", "0012_simulations")]

    operations = [
        migrations.AddField(
            model_name="studentboard",
            name="robots_think",
            field=models.BooleanField(default=False),
        ),
    ]
