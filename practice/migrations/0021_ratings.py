"""Ratings of students, in their calls, and of questions. Whoever has not played a game has none."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("practice", "0020_path")]
    operations = [
        migrations.AddField("judgedcall", "strength", models.FloatField(blank=True, null=True)),
        migrations.AddField("judgedcall", "doubt", models.FloatField(blank=True, null=True)),
        migrations.CreateModel(
            "QuestionRating",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("level", models.PositiveSmallIntegerField()),
                ("agreement", models.TextField()),
                ("strength", models.FloatField()),
                ("doubt", models.FloatField()),
                ("games", models.PositiveIntegerField(default=0)),
                (
                    "system",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="editor.systemrow"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("system", "level", "agreement"), name="one_rating_of_a_question")
                ]
            },
        ),
    ]
