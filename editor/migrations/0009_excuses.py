from django.db import migrations, models

RULES = (
    "test-hand-missing",
    "test-hand-before",
    "disclosure-missing",
    "disclosures-differ",
    "disclosure-contradicted",
    "shows-too-little",
    "perhaps-unreachable",
    "never-arises",
    "impossible-prior-bids",
    "percentages",
    "unused-convention",
    "clubs-for-c",
    "alert",
    "look-alike",
    "gap",
)


def move_excuses(apps, schema_editor):
    """A line of notes that begins with the name of a rule is an excuse."""
    for entry in apps.get_model("editor", "EntryRow").objects.exclude(notes="").iterator():
        excuses, notes = {}, []
        for line in entry.notes.splitlines():
            rule, _, reason = (part.strip() for part in line.partition(":"))
            if rule in RULES and reason and rule not in excuses:
                excuses[rule] = f"{rule}: {reason}"
            else:
                notes.append(line)
        if excuses:
            entry.excuses, entry.notes = "\n".join(excuses.values()), "\n".join(notes).strip()
            entry.save(update_fields=["excuses", "notes"])


class Migration(migrations.Migration):
    """Excuses leave the notes."""

    dependencies = [
        ("editor", "0008_counts_of_honors"),
    ]

    operations = [
        migrations.AddField("entryrow", "excuses", models.TextField(blank=True, default="")),
        migrations.RunPython(move_excuses, migrations.RunPython.noop),
    ]
