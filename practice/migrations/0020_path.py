"""Rounds of today with a plan, and placements. A mixed round of before has no plan: it ends where it stands."""

from django.db import migrations, models


def end_mixed_rounds(apps, schema_editor):
    boards = apps.get_model("practice", "StudentBoard").objects.exclude(first_verdict="").filter(attempt=1)
    for mixed in apps.get_model("practice", "Round").objects.filter(topic=""):
        hands = boards.filter(owner_key=mixed.owner_key, drill__in=mixed.drills, started_at__gte=mixed.started_at)
        mixed.kind, mixed.size = "today", min(hands.count(), mixed.size)
        mixed.save(update_fields=["kind", "size"])


class Migration(migrations.Migration):
    dependencies = [("practice", "0019_board_files")]
    operations = [
        migrations.AddField(
            "round",
            "kind",
            models.CharField(
                choices=[("topic", "One topic"), ("today", "Mixed hands"), ("placement", "Placement")],
                default="topic",
                max_length=9,
            ),
        ),
        migrations.AddField("round", "plan", models.JSONField(blank=True, default=list)),
        migrations.AddField("round", "placed", models.JSONField(blank=True, default=list)),
        migrations.RunPython(end_mixed_rounds, migrations.RunPython.noop, elidable=True),
    ]
