import django.db.models.deletion
from django.db import migrations, models

from bidbase.game.cards import board_dealer, board_vulnerability
from bidbase.game.dealing import numbered_deal


def give_deals_to_analyses(apps, schema_editor):
    """An analysis was known by the number of its deal."""
    for row in apps.get_model("practice", "DoubleDummy").objects.all():
        row.cards = str(numbered_deal(row.deal_number))
        row.dealer = board_dealer(row.deal_number).letter
        row.vulnerability = str(board_vulnerability(row.deal_number))
        row.save()


def forget_deals_without_a_number(apps, schema_editor):
    """On the way back: analyses are made again when they are asked for."""
    own_cards = "SELECT id FROM practice_studentboard WHERE cards <> ''"
    schema_editor.execute(f"DELETE FROM practice_studentcall WHERE board_id IN ({own_cards})")
    schema_editor.execute("DELETE FROM practice_studentboard WHERE cards <> ''")
    schema_editor.execute("DELETE FROM practice_doubledummy")
    schema_editor.connection.check_constraints()  # PostgreSQL changes no table for which checks are pending


class Migration(migrations.Migration):
    """Boards may have cards of their own, analyses are known by their deals, and questions of drills are kept.

    Boards and analyses that were there stay. The way back loses the boards with cards of their own.
    """

    dependencies = [
        ("editor", "0009_excuses"),
        ("practice", "0004_hints_and_reports"),
    ]

    operations = [
        migrations.AddField("StudentBoard", "cards", models.CharField(blank=True, default="", max_length=69)),
        migrations.AddField("StudentBoard", "cards_dealer", models.CharField(blank=True, default="", max_length=1)),
        migrations.AddField(
            "StudentBoard", "cards_vulnerability", models.CharField(blank=True, default="", max_length=4)
        ),
        migrations.RemoveConstraint("StudentBoard", "one_board_of_an_attempt"),
        migrations.RemoveConstraint("StudentBoard", "one_open_board_of_a_deal"),
        migrations.AddConstraint(
            "StudentBoard",
            models.UniqueConstraint(
                fields=("owner_key", "deal_number", "cards", "drill", "attempt"), name="one_board_of_an_attempt"
            ),
        ),
        migrations.AddConstraint(
            "StudentBoard",
            models.UniqueConstraint(
                condition=models.Q(("finished_at", None)),
                fields=("owner_key", "deal_number", "cards", "drill"),
                name="one_open_board_of_a_deal",
            ),
        ),
        migrations.AddField(
            "DoubleDummy", "cards", models.CharField(default="", max_length=69), preserve_default=False
        ),
        migrations.AddField(
            "DoubleDummy", "dealer", models.CharField(default="", max_length=1), preserve_default=False
        ),
        migrations.AddField(
            "DoubleDummy", "vulnerability", models.CharField(default="", max_length=4), preserve_default=False
        ),
        migrations.RunPython(give_deals_to_analyses, migrations.RunPython.noop),
        migrations.RemoveField("DoubleDummy", "deal_number"),
        migrations.AddConstraint(
            "DoubleDummy",
            models.UniqueConstraint(fields=("cards", "dealer", "vulnerability"), name="one_analysis_of_a_deal"),
        ),
        migrations.CreateModel(
            name="DrillPool",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("revision", models.PositiveIntegerField()),
                ("subject", models.TextField()),
                ("chair", models.CharField(max_length=6)),
                ("dry", models.BooleanField(default=False)),
                ("claimed_until", models.DateTimeField(blank=True, null=True)),
                (
                    "system",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="editor.systemrow"
                    ),
                ),
            ],
            options={"ordering": ["pk"]},
        ),
        migrations.CreateModel(
            name="DrillQuestion",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("cards", models.CharField(max_length=69)),
                ("dealer", models.CharField(max_length=1)),
                ("vulnerability", models.CharField(max_length=4)),
                ("seat", models.CharField(max_length=1)),
                ("calls", models.TextField(blank=True)),
                ("sources", models.JSONField()),
                ("expected", models.CharField(max_length=2)),
                ("entry", models.TextField()),
                ("wanted", models.TextField()),
                ("decoy", models.BooleanField()),
                (
                    "pool",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="questions", to="practice.drillpool"
                    ),
                ),
            ],
            options={"ordering": ["pool", "number"]},
        ),
        migrations.AddConstraint(
            "DrillPool",
            models.UniqueConstraint(fields=("system", "revision", "subject", "chair"), name="one_pool_of_a_subject"),
        ),
        migrations.AddConstraint(
            "DrillQuestion",
            models.UniqueConstraint(fields=("pool", "number"), name="one_question_of_a_number"),
        ),
        migrations.RunPython(migrations.RunPython.noop, forget_deals_without_a_number),
    ]
