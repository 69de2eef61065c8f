import secrets

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import editor.store.systems.models

USER = settings.AUTH_USER_MODEL
CASCADE = django.db.models.deletion.CASCADE
ROLES = [("editor", "may edit"), ("viewer", "may read")]
VISIBILITY = [("private", "Nobody else"), ("link", "Whoever has the link"), ("public", "Everybody")]


def make_links(apps, schema_editor):
    """Each system gets a link of its own."""
    systems = apps.get_model("editor", "SystemRow").objects
    for pk in systems.values_list("pk", flat=True):
        systems.filter(pk=pk).update(link=secrets.token_urlsafe(16))
    schema_editor.connection.check_constraints()  # PostgreSQL makes no index while rows are still to be checked


def token():
    """The secret part of a link."""
    return models.CharField(default=editor.store.systems.models.new_token, editable=False, max_length=22, unique=True)


class Migration(migrations.Migration):
    """Systems have members, invitations and links."""

    dependencies = [
        migrations.swappable_dependency(USER),
        ("editor", "0010_versions"),
    ]

    operations = [
        migrations.AddField("systemrow", "link", models.CharField(default="", editable=False, max_length=22)),
        migrations.RunPython(make_links, migrations.RunPython.noop),
        migrations.AlterField("systemrow", "link", token()),
        migrations.AlterField(
            "systemrow", "visibility", models.CharField(choices=VISIBILITY, default="private", max_length=7)
        ),
        migrations.CreateModel(
            name="Member",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("role", models.CharField(choices=ROLES, max_length=6)),
                ("since", models.DateTimeField(auto_now_add=True)),
                ("system", models.ForeignKey(on_delete=CASCADE, related_name="members", to="editor.systemrow")),
                ("user", models.ForeignKey(on_delete=CASCADE, related_name="+", to=USER)),
            ],
            options={
                "ordering": ["system", "since"],
                "constraints": [models.UniqueConstraint(fields=("system", "user"), name="one_role_of_a_member")],
            },
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("token", token()),
                ("role", models.CharField(choices=ROLES, max_length=6)),
                ("made", models.DateTimeField(auto_now_add=True)),
                ("system", models.ForeignKey(on_delete=CASCADE, related_name="invitations", to="editor.systemrow")),
                ("user", models.ForeignKey(blank=True, null=True, on_delete=CASCADE, related_name="+", to=USER)),
            ],
            options={
                "ordering": ["system", "made"],
                "constraints": [models.UniqueConstraint(fields=("system", "user"), name="one_invitation_of_a_person")],
            },
        ),
    ]
