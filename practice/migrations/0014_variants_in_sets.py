import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """In a set partner may play another system than the student."""

    dependencies = [
        ("editor", "0013_drafts"),
        ("practice", "0013_robots_that_think"),
    ]

    operations = [
        migrations.AddField(
            model_name="boardset",
            name="partner_system",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="editor.systemrow",
            ),
        ),
    ]
