"""Analyses that are done stay; what is to be analyzed is a job."""

from django.db import migrations, models


def leave_what_is_done(apps, schema_editor):
    apps.get_model("practice", "DoubleDummy").objects.exclude(state="done").delete()


class Migration(migrations.Migration):
    dependencies = [("practice", "0016_verdicts_that_come")]
    operations = [
        migrations.RunPython(leave_what_is_done, migrations.RunPython.noop, elidable=True),
        migrations.RemoveField("doubledummy", "state"),
        migrations.RemoveField("doubledummy", "attempts"),
        migrations.RemoveField("doubledummy", "claimed_until"),
        migrations.RemoveField("doubledummy", "updated_at"),
        migrations.AlterField("doubledummy", "tricks", models.JSONField()),
        migrations.AlterField("doubledummy", "par", models.JSONField()),
    ]
