"""How everybody has bid a deal is found by its number."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("practice", "0021_ratings")]
    operations = [
        migrations.AddIndex("studentboard", models.Index(fields=["deal_number"], name="boards_of_a_deal")),
    ]
