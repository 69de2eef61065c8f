"""What becomes of the hands that reach a section is kept with the report on it.

Reports that were made before do not have it, so they are dropped, and with them the work that made them: the systems
are swept anew when somebody asks or changes them.
"""

from django.db import migrations, models


def drop_reports(apps, schema_editor):
    for name in ("SweptSection", "SweptSystem"):
        apps.get_model("editor", name).objects.all().delete()
    apps.get_model("editor", "Run").objects.filter(kind="sweep").delete()


class Migration(migrations.Migration):
    dependencies = [
        ("editor", "0017_contests"),
    ]

    operations = [
        migrations.RunPython(drop_reports, migrations.RunPython.noop),
        migrations.AddField(
            model_name="sweptsection",
            name="coverage",
            field=models.JSONField(blank=True, null=True),
        ),
    ]
