"""Levels of topics, and memories of agreements; hands that were dealt ahead evenly over entries are dealt anew."""

from django.db import migrations, models


def deal_anew(apps, schema_editor):
    apps.get_model("practice", "DrillPool").objects.all().delete()
    apps.get_model("practice", "SystemAuctions").objects.all().delete()


def keep_one_memory_of_a_topic(apps, schema_editor):
    apps.get_model("practice", "TopicMemory").objects.exclude(level=1, agreement="").delete()
    apps.get_model("practice", "JudgedCall").objects.filter(right=None).delete()


class Migration(migrations.Migration):
    dependencies = [("practice", "0017_analyses_alone")]
    operations = [
        migrations.RunPython(deal_anew, deal_anew, elidable=True),
        migrations.AddField("judgedcall", "level", models.PositiveSmallIntegerField(default=1)),
        migrations.AddField("judgedcall", "agreement", models.TextField(blank=True, default="")),
        migrations.AlterField("judgedcall", "right", models.BooleanField(null=True)),
        migrations.AddField("topicmemory", "level", models.PositiveSmallIntegerField(default=1)),
        migrations.AddField("topicmemory", "agreement", models.TextField(blank=True, default="")),
        migrations.RemoveConstraint("topicmemory", "one_memory_of_a_topic"),
        migrations.AddConstraint(
            "topicmemory",
            models.UniqueConstraint(
                fields=("owner_key", "system", "topic", "level", "agreement"), name="one_memory_of_an_agreement"
            ),
        ),
        migrations.RunPython(migrations.RunPython.noop, keep_one_memory_of_a_topic, elidable=True),
    ]
