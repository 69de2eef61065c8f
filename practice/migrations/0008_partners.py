import django.db.models.deletion
from django.db import migrations, models

import practice.boards.models
import practice.sets.models


class Migration(migrations.Migration):
    """Partnerships. Boards that were there belong to none; on the way back, those of partnerships belong to nobody."""

    dependencies = [
        ("practice", "0007_sets"),
    ]

    operations = [
        migrations.CreateModel(
            name="Partnership",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "token",
                    models.CharField(
                        default=practice.boards.models.new_token, editable=False, max_length=22, unique=True
                    ),
                ),
                ("south_key", models.CharField(db_index=True, max_length=43)),
                ("south_name", models.CharField(max_length=20, validators=[practice.sets.models.visible])),
                ("north_key", models.CharField(blank=True, db_index=True, max_length=43, null=True)),
                (
                    "north_name",
                    models.CharField(blank=True, default="", max_length=20, validators=[practice.sets.models.visible]),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ["-created_at", "-pk"],
            },
        ),
        migrations.AddField(
            model_name="studentboard",
            name="partnership",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="boards",
                to="practice.partnership",
            ),
        ),
    ]
