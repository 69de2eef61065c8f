"""What is wrong with the auction of a board is kept with it, and a finding with the board that shows it.

What was kept before does not have it, so it is dropped, and with it the work that made it: the systems are swept anew
when somebody asks or changes them, and their boards are bid anew.
"""

from django.db import migrations


def drop(apps, schema_editor):
    for name in ("SweptSection", "SweptSystem", "BidBoards"):
        apps.get_model("editor", name).objects.all().delete()
    apps.get_model("editor", "Run").objects.filter(kind__in=["sweep", "boards"]).delete()


class Migration(migrations.Migration):
    dependencies = [
        ("editor", "0019_bid_boards"),
    ]

    operations = [
        migrations.RunPython(drop, migrations.RunPython.noop),
    ]
