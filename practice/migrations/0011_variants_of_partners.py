import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Two partners may play different systems: at a board, and in a partnership of two people."""

    dependencies = [
        ("editor", "0013_drafts"),
        ("practice", "0010_drills_and_dealt_sets"),
    ]

    operations = [
        migrations.AddField(
            model_name="studentboard",
            name="partner_system",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="editor.systemrow",
            ),
        ),
        migrations.AddField(
            model_name="studentboard",
            name="partner_revision",
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="partnership",
            name="south_system",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="editor.systemrow",
            ),
        ),
        migrations.AddField(
            model_name="partnership",
            name="north_system",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="editor.systemrow",
            ),
        ),
    ]
