import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("editor", "0018_coverage"),
    ]

    operations = [
        migrations.CreateModel(
            name="BoardCount",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("revision", models.PositiveIntegerField()),
                ("packed", models.BinaryField()),
                (
                    "system",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="board_count", to="editor.systemrow"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="BidBoards",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("first", models.PositiveIntegerField()),
                ("revision", models.PositiveIntegerField()),
                ("packed", models.BinaryField()),
                (
                    "system",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="bid_boards", to="editor.systemrow"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("system", "first"), name="boards_of_a_system_once")],
            },
        ),
    ]
