"""Migrations that move what people have: it is still there afterwards."""

from datetime import UTC, datetime

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from bidbase.game.dealing import numbered_deal


@pytest.fixture
def migrate(transactional_db):
    """Brings the tables to a state, and in the end to the newest one again."""

    def migrate(*targets):
        executor = MigrationExecutor(connection)
        executor.migrate(list(targets))
        return MigrationExecutor(connection).loader.project_state(list(targets)).apps

    newest = MigrationExecutor(connection).loader.graph.leaf_nodes()
    yield migrate
    MigrationExecutor(connection).migrate(newest)


def test_systems_and_boards_keep_their_rows_under_new_names(migrate):
    apps = migrate(("editor", "0006_runs"), ("practice", "0002_drills"))
    system = apps.get_model("editor", "System").objects.create(slug="old", title="Old", revision=3)
    system.conventions.create(place=0, revision=1, name="Stayman")
    keys = {"section_key": "", "order_key": 1, "bid_key": "01"}
    system.entries.create(ref="opening/1", family="opening", place=0, revision=1, bid="1N", **keys)
    board = apps.get_model("practice", "Board").objects.create(
        owner_key="guest",
        deal_number=7,
        seat="S",
        our_system=system,
        our_revision=3,
        their_system=system,
        their_revision=3,
    )
    board.student_calls.create(index=0, call="1N", expected="1N", verdict="agrees")

    apps = migrate(("editor", "0007_rows"), ("practice", "0003_student_board"))
    row = apps.get_model("editor", "SystemRow").objects.get(pk=system.pk)
    assert (row.slug, row.revision) == ("old", 3)
    assert [convention.name for convention in row.conventions.all()] == ["Stayman"]
    assert [entry.bid for entry in row.entries.all()] == ["1N"]
    kept = apps.get_model("practice", "StudentBoard").objects.get(pk=board.pk)
    assert (kept.deal_number, kept.our_system.slug, kept.student_calls.get().call) == (7, "old", "1N")


def test_analyses_are_known_by_their_deals_and_numbered_boards_stay(migrate):
    apps = migrate(("editor", "0009_excuses"), ("practice", "0003_student_board"))
    done = {"state": "done", "tricks": {"N": {}}, "par": {"score": 0}}
    apps.get_model("practice", "DoubleDummy").objects.create(deal_number=7, **done)
    system = apps.get_model("editor", "SystemRow").objects.create(slug="old", title="Old", revision=3)
    systems = {"our_system": system, "our_revision": 3, "their_system": system, "their_revision": 3}
    query = "system=old&convention=Stayman&role=make"
    boards = apps.get_model("practice", "StudentBoard").objects
    board = boards.create(owner_key="guest", deal_number=7, seat="S", drill=query, **systems)

    apps = migrate(("practice", "0005_cards_of_their_own"))
    row = apps.get_model("practice", "DoubleDummy").objects.get()
    assert (row.cards, row.dealer, row.vulnerability) == (str(numbered_deal(7)), "S", "Both")
    assert (row.state, row.tricks) == ("done", {"N": {}})
    kept = apps.get_model("practice", "StudentBoard").objects.get(pk=board.pk)
    assert (kept.deal_number, kept.cards, kept.drill) == (7, "", query)
    kept.pk, kept.token, kept.cards = None, "another", str(numbered_deal(1))
    kept.save()  # a question of the same number, with cards of its own

    apps = migrate(("practice", "0003_student_board"))
    assert [board.deal_number for board in apps.get_model("practice", "StudentBoard").objects.all()] == [7]
    assert not apps.get_model("practice", "DoubleDummy").objects.exists()


def test_on_the_way_back_boards_of_sets_go_and_those_of_the_table_stay(migrate):
    apps = migrate(("editor", "0009_excuses"), ("practice", "0007_sets"))
    system = apps.get_model("editor", "SystemRow").objects.create(slug="old", title="Old", revision=3)
    systems = {"our_system": system, "their_system": system}
    board_set = apps.get_model("practice", "BoardSet").objects.create(owner_key="club", title="Club", **systems)
    in_set = board_set.boards.create(number=1, deal_number=7, seat="S")
    bid = {"owner_key": "guest", "deal_number": 7, "seat": "S", "our_revision": 3, "their_revision": 3, **systems}
    boards = apps.get_model("practice", "StudentBoard").objects
    kept = boards.create(**bid, token="at the table")
    of_set = boards.create(**bid, token="in the set", set_board=in_set)
    of_set.student_calls.create(index=0, call="1N", expected="1N", verdict="agrees")
    of_set.comments.create(index=0, text="Well bid")

    apps = migrate(("editor", "0009_excuses"), ("practice", "0006_learn"))
    assert [board.pk for board in apps.get_model("practice", "StudentBoard").objects.all()] == [kept.pk]


def test_memories_of_topics_become_those_of_their_first_level(migrate):
    apps = migrate(("practice", "0017_analyses_alone"))
    system = apps.get_model("editor", "SystemRow").objects.create(slug="old", title="Old", revision=3)
    due = datetime(2026, 1, 2, tzinfo=UTC)
    card = {"state": 2, "stability": 3.5, "difficulty": 5.0, "due": due, "last_review": due}
    topic = {"owner_key": "guest", "system": system, "topic": "stayman"}
    apps.get_model("practice", "TopicMemory").objects.create(**topic, **card)

    apps = migrate(("practice", "0018_levels"))
    memories = apps.get_model("practice", "TopicMemory").objects
    kept = memories.values(*topic, "level", "agreement", *card).get()
    assert kept == topic | {"system": system.pk, "level": 1, "agreement": ""} | card
    memories.create(owner_key="guest", system_id=system.pk, topic="stayman", level=2, agreement="1N-P/1", **card)

    apps = migrate(("practice", "0017_analyses_alone"))
    assert apps.get_model("practice", "TopicMemory").objects.values(*topic, *card).get() == kept_before(kept)


def kept_before(kept: dict) -> dict:
    """A memory without what the first state of the tables does not know."""
    return {name: value for name, value in kept.items() if name not in ("level", "agreement")}


def test_first_calls_are_those_that_stand_and_those_that_were_counted_as_wrong(migrate):
    """And on the way back a place counts once for Learn."""
    apps = migrate(("editor", latest("editor")), ("practice", "0022_boards_of_a_deal"))
    system = apps.get_model("editor", "SystemRow").objects.create(slug="old", title="Old", revision=3)
    systems = {"our_system": system, "our_revision": 3, "their_system": system, "their_revision": 3}
    boards = apps.get_model("practice", "StudentBoard").objects
    board = boards.create(owner_key="guest", deal_number=1, seat="S", calls="P-P-1N-P-2D-P-2H-P-P-P", **systems)
    made = [(2, "1N", "1N", "agrees", 1), (6, "2H", "2H", "agrees", 0)]
    for index, call, expected, verdict, hinted in made:
        board.student_calls.create(index=index, call=call, expected=expected, verdict=verdict, hinted=hinted)
    counted = {"owner_key": "guest", "system": system, "topic": "transfers"}
    judged = apps.get_model("practice", "JudgedCall").objects
    judged.create(board=board, index=6, call="3H", expected="2H", agreement="1N-P-2D-P/1", right=False, **counted)

    apps = migrate(("practice", "0023_first_calls"))
    columns = ("auction", "index", "call", "expected", "entry", "verdict", "hinted", "tries", "right_at")
    firsts = apps.get_model("practice", "FirstCall").objects.order_by("index").values_list(*columns)
    assert [*firsts] == [
        ("P-P", 2, "1N", "1N", "", "agrees", 1, 1, 1),
        ("P-P-1N-P-2D-P", 6, "3H", "2H", "1N-P-2D-P/1", "differs", 0, 2, 2),
    ]
    new, key = apps.get_model("practice", "JudgedCall").objects, {"board_id": board.pk, "system_id": system.pk}
    new.create(index=6, owner_key="guest", topic="slams", call="P", expected="P", right=True, **key)

    apps = migrate(("practice", "0022_boards_of_a_deal"))
    assert [row.topic for row in apps.get_model("practice", "JudgedCall").objects.all()] == ["transfers"]


def latest(app: str) -> str:
    """The newest migration of an app."""
    ((_, name),) = MigrationExecutor(connection).loader.graph.leaf_nodes(app)
    return name
