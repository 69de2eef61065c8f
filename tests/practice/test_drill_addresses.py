"""The addresses of drills: what they ask for, and those that name no drill."""

import pytest

from practice.drill.drill import ANSWER, EITHER, MAKE, Drill
from practice.models import StudentBoard
from tests.practice.drills import ANSWERS
from tests.practice.pages import words

# (query, what it says)
DRILLS = [
    ("system=small&convention=Stayman&role=make", Drill("small", ("Stayman",), MAKE)),
    ("system=small&convention=Stayman&convention=Strong+2C&role=either", Drill("small", ("Stayman", "Strong 2C"))),
    ("system=small&section=1N-P&role=answer", Drill("small", ("1N-P",), ANSWER, "section")),
    ("system=small&entry=1N-P%2F200000&role=make", Drill("small", ("1N-P/200000",), MAKE, "entry")),
    ("system=small&auction=P-1N-P&role=either", Drill("small", ("P-1N-P",), EITHER, "auction")),
]


@pytest.mark.parametrize(("query", "drill"), DRILLS)
def test_a_drill_is_what_its_address_says(query, drill):
    assert Drill.of_query(query) == drill
    assert drill.query == query


# (drill, its title)
TITLES = [
    (Drill("s", ("Blackwood", "Gerber")), "Blackwood and Gerber"),
    (Drill("s", ("1N-P",), kind="section"), "After 1NT – Pass"),
    (Drill("s", ("",), kind="section"), "The opening"),
    (Drill("s", ("",), kind="auction"), "The opening"),
    (Drill("s", ("1N-P/200000",), kind="entry"), "Entry 1N-P/200000"),
    (Drill("s", ("rubbish",), kind="auction"), "rubbish"),
]


@pytest.mark.parametrize(("drill", "title"), TITLES)
def test_a_drill_has_a_title(drill, title):
    assert drill.title == title


# (address, status, words, why)
REFUSED = [
    ("/drill/next/", 400, "Choose at least one convention.", "nothing chosen"),
    ("/drill/?convention=Gerber", 400, "Gerber is no convention of this system that can be practiced.", "not in small"),
    ("/drill/next/?convention=%00", 400, "is no convention of this system", "a character that no name has"),
    ("/drill/?convention=Stayman&role=dummy", 400, "dummy is not one of the available choices", "no such part"),
    ("/drill/?convention=Stayman&entry=1N-P%2F200000", 400, "A drill is of one kind.", "two kinds at once"),
    ("/drill/?system=acol&convention=Stayman", 404, "There is no such system.", "no such system"),
    ("/drill/?section=2N-P", 400, "This system has no section “2N-P” with calls to practice.", "no such section"),
    ("/drill/?section=%00", 400, "Null characters are not allowed", "a character that no name has"),
    ("/drill/next/?entry=1N-P%2F1", 400, "This system has no entry “1N-P/1” that can be practiced.", "no such entry"),
    ("/drill/?auction=1N-P-1C", 400, "1C is not higher than 1N", "an illegal call"),
    ("/drill/?auction=1N-foo", 400, "foo", "not a call"),
    ("/drill/next/?auction=1N-P-P-P", 400, "After these calls the auction is over.", "nobody is to call"),
    ("/drill/?auction=7N", 400, "This system says nothing after “7N” that can be practiced.", "no entries there"),
    ("/drill/question/0/?" + ANSWERS, 404, "There is no question 0", "no such question"),
    ("/drill/question/123456/?" + ANSWERS, 404, "questions are numbered from 1 to 99999", "too many"),
    ("/drill/question/1/", 400, "Choose at least one convention.", "an address cut short"),
    ("/drill/deal/0/?" + ANSWERS, 404, "There is no deal 0", "no such deal"),
    ("/drill/?" + "&".join(["convention=Stayman"] * 40), 400, "too much for one drill", "longer than a row holds"),
]


@pytest.mark.parametrize(("address", "status", "said", "why"), REFUSED)
def test_addresses_that_name_no_drill(guest, address, status, said, why):
    response = guest.get(address)
    assert response.status_code == status, why
    assert said in words(response)
    assert not StudentBoard.objects.exists()


def test_without_a_system_there_is_nothing_to_practice(client, db):
    assert client.get("/drill/").status_code == 503
