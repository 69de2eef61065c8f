"""The reference of one field on the site: linked from the list and from entries, with faults that are pointed at."""

import pytest
from django.urls import reverse

from bidbase.language.fields import FIELDS
from editor.read.reference.presenters import GrammarPart, reference_of
from tests.editor.pages import squeezed, text_of


@pytest.mark.parametrize("field", FIELDS, ids=lambda field: field.name)
def test_every_field_has_a_page_that_the_list_leads_to(client, db, field):
    address = reverse("editor:field", args=[field.name])
    assert f'href="{address}"' in client.get(reverse("editor:fields")).content.decode()
    text = squeezed(text_of(client.get(address).content.decode()))
    assert squeezed(field.help) in text
    reference = reference_of(field.name)
    for example in reference.examples:
        assert squeezed(example.cell.text) in text
        assert squeezed(example.cell.words) in text
    for error in reference.page.refused:
        assert squeezed(error.message) in text


def test_an_entry_leads_to_the_pages_of_its_fields(small, client):
    page = client.get("/system/small/entry/1N-P-2C-P/200000/").content.decode()
    assert reverse("editor:field", args=["spades_num"]) in page


def test_there_is_no_page_of_another_field(client, db):
    response = client.get(reverse("editor:field", args=["spade_num"]))
    assert response.status_code == 404
    assert "An entry has no field spade_num." in text_of(response.content.decode())


def test_pages_follow_the_form(client, db):
    assert (reference_of("hcp").previous.name, reference_of("hcp").next.name) == ("usage", "distribution")
    assert (reference_of("prior_bids").previous, reference_of("saved").next) == (None, None)


def test_what_meets_an_example_stands_apart_from_what_does_not():
    (example,) = (one for one in reference_of("spades_points").examples if one.cell.text == "2stop")
    assert [case.text for case in example.meet] == ["AQ2", "AJT2", "AT982", "KT92"]
    assert [case.text for case in example.miss] == ["A432", "KJ32", "QJT9"]


@pytest.mark.parametrize(
    ("name", "cell", "parts"),
    [
        ("hcp", "8,,11+", ("8", ",", ",11+")),
        ("spades_points", "4+i", ("4+", "i", "")),
        ("prior_bids", "1C-P-1C", ("1C-P-", "1C", "")),
    ],
)
def test_faults_are_underlined_where_they_are(client, db, name, cell, parts):
    (error,) = (error for error in reference_of(name).page.refused if error.text == cell)
    assert (error.before, error.wrong, error.after) == parts
    page = client.get(reverse("editor:field", args=[name])).content.decode()
    assert f"{parts[0]}<mark>{parts[1]}</mark>{parts[2]}" in page


def test_grammar_rules_are_parted():
    rules = dict(reference_of("x_num").grammar)
    parts = [("rule", "cards"), ("sign", "["), ("literal", "U"), ("sign", "]")]
    assert rules["cell"] == tuple(GrammarPart(kind, text) for kind, text in parts)
