from uuid import uuid4

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import F, Q

GAP = 1 << 20  # between the places of rows, so that new ones fit in


def begin_history(apps, schema_editor):
    """What a system has now it has had from its first revision on: what was there before is not known."""
    for model in ("ConventionRow", "EntryRow"):
        rows = apps.get_model("editor", model).objects
        for pk in list(rows.values_list("pk", flat=True)):
            rows.filter(pk=pk).update(since=1, place=(F("place") + 1) * GAP, identity=uuid4())
    apps.get_model("editor", "SystemRow").objects.filter(owner=None).update(visibility="public")
    schema_editor.connection.check_constraints()  # PostgreSQL makes no index while rows are still to be checked


def constraints(name, known_by):
    """What is unique among the versions of entries or of conventions."""
    holding = Q(until=None)
    return [
        models.UniqueConstraint(fields=["system", "identity"], condition=holding, name=f"one_{name}_of_an_identity"),
        models.UniqueConstraint(
            fields=["system", known_by], condition=holding & Q(gone=False), name=f"one_{name}_of_a_{known_by}"
        ),
        models.UniqueConstraint(fields=["system", "identity", "since"], name=f"one_{name}_in_a_revision"),
    ]


def version_columns(model, versions):
    """The columns of a version."""
    owner = models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name=versions, to="editor.systemrow")
    return [
        migrations.RenameField(model, "revision", "since"),
        migrations.AddField(model, "until", models.PositiveIntegerField(blank=True, null=True)),
        migrations.AddField(model, "gone", models.BooleanField(default=False)),
        migrations.AddField(model, "identity", models.UUIDField(default=uuid4)),
        migrations.AlterField(model, "place", models.PositiveBigIntegerField()),
        migrations.AlterField(model, "system", owner),
    ]


USER = settings.AUTH_USER_MODEL
SET_NULL = django.db.models.deletion.SET_NULL


class Migration(migrations.Migration):
    """Entries and conventions have a row for each of their versions, and systems may stand on others."""

    dependencies = [
        migrations.swappable_dependency(USER),
        ("editor", "0009_excuses"),
    ]

    operations = [
        migrations.AddField(
            "systemrow",
            "base",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="standing_on_it",
                to="editor.systemrow",
            ),
        ),
        migrations.AddField(
            "systemrow",
            "visibility",
            models.CharField(choices=[("private", "Private"), ("public", "Public")], default="private", max_length=7),
        ),
        migrations.AlterField(
            "systemrow",
            "owner",
            models.ForeignKey(blank=True, null=True, on_delete=SET_NULL, related_name="systems", to=USER),
        ),
        migrations.AddField(
            "systemrevision",
            "by",
            models.ForeignKey(blank=True, null=True, on_delete=SET_NULL, related_name="+", to=USER),
        ),
        migrations.AddField("systemrevision", "why", models.TextField(blank=True, default="")),
        migrations.AddField("systemrevision", "base_revision", models.PositiveIntegerField(default=0)),
        migrations.RemoveConstraint("conventionrow", "one_convention_of_a_name"),
        migrations.RemoveConstraint("entryrow", "one_entry_of_a_ref"),
        migrations.AlterModelOptions("conventionrow", {"ordering": ["place", "pk"]}),
        migrations.AlterModelOptions("entryrow", {"ordering": ["section_key", "order_key", "place", "pk"]}),
        *version_columns("conventionrow", "convention_versions"),
        *version_columns("entryrow", "entry_versions"),
        migrations.RunPython(begin_history, migrations.RunPython.noop),
    ] + [
        migrations.AddConstraint(f"{name}row", constraint)
        for name, known_by in (("convention", "name"), ("entry", "ref"))
        for constraint in constraints(name, known_by)
    ]
