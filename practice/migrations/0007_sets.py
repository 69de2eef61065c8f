import django.core.validators
import django.db.models.deletion
import django.db.models.functions.text
from django.conf import settings
from django.db import migrations, models

import practice.boards.models
import practice.sets.models


def forget_boards_of_sets(apps, schema_editor):
    """On the way back: a browser may have bid a deal of a set at the table too."""
    of_sets = "SELECT id FROM practice_studentboard WHERE set_board_id IS NOT NULL"
    for table in ("practice_comment", "practice_studentcall"):
        schema_editor.execute(f"DELETE FROM {table} WHERE board_id IN ({of_sets})")
    schema_editor.execute("DELETE FROM practice_studentboard WHERE set_board_id IS NOT NULL")
    schema_editor.connection.check_constraints()  # PostgreSQL changes no table for which checks are pending


class Migration(migrations.Migration):
    """Sets, those who take part, and comments. Boards that were there belong to no set; the way back loses the others."""

    dependencies = [
        ("editor", "0009_excuses"),
        ("practice", "0006_learn"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="BoardSet",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "token",
                    models.CharField(
                        default=practice.boards.models.new_token, editable=False, max_length=22, unique=True
                    ),
                ),
                ("secret", models.CharField(default=practice.boards.models.new_token, editable=False, max_length=22)),
                ("owner_key", models.CharField(max_length=43)),
                ("title", models.CharField(max_length=80, validators=[practice.sets.models.visible])),
                ("before", models.TextField(blank=True, default="", max_length=2000)),
                ("after", models.TextField(blank=True, default="", max_length=2000)),
                ("scoring", models.CharField(choices=[("IMP", "IMPs"), ("MP", "Matchpoints")], max_length=3)),
                ("opponents_silent", models.BooleanField(default=False)),
                ("feedback", models.BooleanField(default=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ["-created_at"],
            },
        ),
        migrations.CreateModel(
            name="Comment",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("index", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("text", models.TextField(max_length=1000)),
                ("written_at", models.DateTimeField(auto_now=True)),
            ],
            options={
                "ordering": ["board", models.OrderBy(models.F("index"), nulls_last=True)],
            },
        ),
        migrations.CreateModel(
            name="Participant",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("owner_key", models.CharField(max_length=43)),
                ("nickname", models.CharField(max_length=30, validators=[practice.sets.models.visible])),
                ("joined_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ["board_set", "joined_at", "pk"],
            },
        ),
        migrations.CreateModel(
            name="SetBoard",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "deal_number",
                    models.PositiveIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(999999999),
                        ],
                    ),
                ),
                ("cards", models.CharField(blank=True, default="", max_length=69)),
                ("cards_dealer", models.CharField(blank=True, default="", max_length=1)),
                ("cards_vulnerability", models.CharField(blank=True, default="", max_length=4)),
                (
                    "seat",
                    models.CharField(
                        choices=[("N", "North"), ("E", "East"), ("S", "South"), ("W", "West")], max_length=1
                    ),
                ),
                ("calls", models.CharField(blank=True, default="", max_length=200)),
                ("before", models.TextField(blank=True, default="", max_length=2000)),
                ("after", models.TextField(blank=True, default="", max_length=2000)),
            ],
            options={
                "ordering": ["board_set", "number"],
            },
        ),
        migrations.RemoveConstraint(
            model_name="studentboard",
            name="one_board_of_an_attempt",
        ),
        migrations.RemoveConstraint(
            model_name="studentboard",
            name="one_open_board_of_a_deal",
        ),
        migrations.AddField(
            model_name="boardset",
            name="our_system",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to="editor.systemrow"
            ),
        ),
        migrations.AddField(
            model_name="boardset",
            name="their_system",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to="editor.systemrow"
            ),
        ),
        migrations.AddField(
            model_name="boardset",
            name="user",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="comment",
            name="board",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="comments", to="practice.studentboard"
            ),
        ),
        migrations.AddField(
            model_name="participant",
            name="board_set",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="participants", to="practice.boardset"
            ),
        ),
        migrations.AddField(
            model_name="participant",
            name="user",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="setboard",
            name="board_set",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="boards", to="practice.boardset"
            ),
        ),
        migrations.AddField(
            model_name="studentboard",
            name="set_board",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="attempts",
                to="practice.setboard",
            ),
        ),
        migrations.AddConstraint(
            model_name="studentboard",
            constraint=models.UniqueConstraint(
                condition=models.Q(("set_board", None)),
                fields=("owner_key", "deal_number", "cards", "drill", "attempt"),
                name="one_board_of_an_attempt",
            ),
        ),
        migrations.AddConstraint(
            model_name="studentboard",
            constraint=models.UniqueConstraint(
                condition=models.Q(("finished_at", None), ("set_board", None)),
                fields=("owner_key", "deal_number", "cards", "drill"),
                name="one_open_board_of_a_deal",
            ),
        ),
        migrations.AddConstraint(
            model_name="studentboard",
            constraint=models.UniqueConstraint(
                fields=("owner_key", "set_board", "attempt"), name="one_set_board_of_an_attempt"
            ),
        ),
        migrations.AddConstraint(
            model_name="studentboard",
            constraint=models.UniqueConstraint(
                condition=models.Q(("finished_at", None)),
                fields=("owner_key", "set_board"),
                name="one_open_board_of_a_set_board",
            ),
        ),
        migrations.AddIndex(
            model_name="boardset",
            index=models.Index(fields=["owner_key", "-created_at"], name="sets_of_an_owner"),
        ),
        migrations.AddConstraint(
            model_name="comment",
            constraint=models.UniqueConstraint(fields=("board", "index"), name="one_comment_on_a_call"),
        ),
        migrations.AddConstraint(
            model_name="comment",
            constraint=models.UniqueConstraint(
                condition=models.Q(("index", None)), fields=("board",), name="one_comment_on_a_board"
            ),
        ),
        migrations.AddConstraint(
            model_name="participant",
            constraint=models.UniqueConstraint(fields=("board_set", "owner_key"), name="one_participant_of_a_browser"),
        ),
        migrations.AddConstraint(
            model_name="participant",
            constraint=models.UniqueConstraint(
                models.F("board_set"),
                django.db.models.functions.text.Lower("nickname"),
                name="one_participant_of_a_nickname",
            ),
        ),
        migrations.AddConstraint(
            model_name="setboard",
            constraint=models.UniqueConstraint(fields=("board_set", "number"), name="one_board_of_a_number"),
        ),
        migrations.AddConstraint(
            model_name="setboard",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("deal_number", None), models.Q(("cards", ""), _negated=True)),
                    models.Q(("cards", ""), ("deal_number__gte", 1)),
                    _connector="OR",
                ),
                name="a_numbered_deal_or_cards",
            ),
        ),
        migrations.RunPython(migrations.RunPython.noop, forget_boards_of_sets),
    ]
