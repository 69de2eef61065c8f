"""What was called first at a place stays, and exams. Of earlier boards it is known as far as calls and counts tell."""

from django.db import migrations, models

PIECE = 2000  # rows in memory at a time
RIGHT = ("agrees", "alternative")


def keep_first_calls(apps, schema_editor):
    """A call that still stands was the first at its place, unless another one was counted there."""
    first_call, counted_call = (apps.get_model("practice", name) for name in ("FirstCall", "JudgedCall"))
    calls = apps.get_model("practice", "StudentCall").objects.order_by("pk")
    last = 0
    while made := list(calls.select_related("board").filter(pk__gt=last)[:PIECE]):
        last = made[-1].pk
        counted = counted_call.objects.filter(board__in={call.board_id for call in made}, right=False)
        missed = {(row.board_id, row.index): row for row in counted}
        first_call.objects.bulk_create(_first_call(first_call, call, missed) for call in made)


def _first_call(first_call, made, missed):
    right, other = made.verdict in RIGHT, missed.get((made.board_id, made.index))
    place = {"board": made.board, "auction": "-".join(made.board.calls.split("-")[: made.index]), "index": made.index}
    if other is None or other.call == made.call:
        said = {name: getattr(made, name) for name in ("call", "expected", "entry", "verdict", "hinted")}
        return first_call(**place, **said, right_at=1 if right else None)
    return first_call(
        **place,
        call=other.call,
        expected=other.expected,
        entry=other.agreement,
        verdict="differs",
        tries=2,
        right_at=2 if right else None,
        right_hinted=made.hinted if right else 0,
    )


def leave_one_count(apps, schema_editor):
    """On the way back a call counts by its index alone: the earliest count stays."""
    counted = apps.get_model("practice", "JudgedCall").objects
    seen = set()
    for key, *place in counted.order_by("made_at", "pk").values_list("pk", "board", "index").iterator():
        if tuple(place) in seen:
            counted.filter(pk=key).delete()
        seen.add(tuple(place))


class Migration(migrations.Migration):
    dependencies = [("practice", "0022_boards_of_a_deal")]
    operations = [
        migrations.AddField("boardset", "exam", models.BooleanField(default=False)),
        migrations.AddField("boardset", "closed_at", models.DateTimeField(blank=True, null=True)),
        migrations.AddField("studentboard", "turn_since", models.DateTimeField(blank=True, null=True)),
        migrations.RemoveConstraint("judgedcall", "one_count_of_a_call"),
        migrations.CreateModel(
            name="FirstCall",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "board",
                    models.ForeignKey(
                        on_delete=models.CASCADE, related_name="first_calls", to="practice.studentboard"
                    ),
                ),
                ("auction", models.TextField(blank=True, default="")),
                ("index", models.PositiveSmallIntegerField()),
                ("call", models.CharField(max_length=2)),
                ("expected", models.CharField(blank=True, default="", max_length=2)),
                ("entry", models.TextField(blank=True, default="")),
                (
                    "verdict",
                    models.CharField(
                        choices=[
                            ("agrees", "The system agrees"),
                            ("alternative", "Accepted alternative"),
                            ("differs", "The system differs"),
                            ("no_entry", "No verdict"),
                            ("to_come", "Verdict to come"),
                        ],
                        default="to_come",
                        max_length=11,
                    ),
                ),
                ("hinted", models.PositiveSmallIntegerField(default=0)),
                ("seconds", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("tries", models.PositiveSmallIntegerField(default=1)),
                ("right_at", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("right_hinted", models.PositiveSmallIntegerField(default=0)),
            ],
            options={
                "ordering": ["board_id", "index", "pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("board", "auction"), name="one_first_call_of_a_place")
                ],
            },
        ),
        migrations.RunPython(keep_first_calls, leave_one_count, elidable=True),
    ]
