import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """What dealers of questions know is kept, pools say how far they are filled, and sets have boards dealt."""

    dependencies = [
        ("editor", "0009_excuses"),
        ("practice", "0009_accounts"),
    ]

    operations = [
        migrations.AddField(
            model_name="drillpool",
            name="tried",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.CreateModel(
            name="DealRequest",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("count", models.PositiveSmallIntegerField()),
                (
                    "seat",
                    models.CharField(
                        choices=[("N", "North"), ("E", "East"), ("S", "South"), ("W", "West")], max_length=1
                    ),
                ),
                ("hands", models.TextField(blank=True, default="")),
                ("calls", models.CharField(blank=True, default="", max_length=200)),
                ("drill", models.CharField(blank=True, default="", max_length=500)),
                ("dealt", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "board_set",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deal_requests",
                        to="practice.boardset",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="SystemAuctions",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("revision", models.PositiveIntegerField()),
                ("auctions", models.JSONField()),
                (
                    "system",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="editor.systemrow"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("system", "revision"), name="one_system_auctions_of_a_revision")
                ],
            },
        ),
    ]
