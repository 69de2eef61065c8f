"""What the grid of entries can be narrowed to."""

from functools import partial
from typing import Any

import django_filters
from django import forms
from django.db.models import BooleanField, Case, Q, QuerySet, When

from bidbase.errors import TextError
from bidbase.language.bids import Bid, Key, PriorBids
from bidbase.language.fields import FIELD_BY_NAME, STORED_FIELDS, parse_cell
from bidbase_web.fields import EngineField
from bidbase_web.words import words_to_find
from editor.read.conventions.selectors import switched_off
from editor.store.systems.models import EntryRow, SystemRow

IN_AUCTION_ORDER = ("section_key", "order_key", "place")
USES = [("on", "In use"), ("off", "Switched off")]
FIELD_CHOICES = [(field.name, field.label) for field in STORED_FIELDS if not field.hidden]
TEXT_COLUMNS = ("disclosure", "reference", "notes", "convention")
USUAL = ("after", "beyond", "bid", "text", "convention")


class CellFilter(django_filters.Filter):
    """Takes the text of an entry field, in any form that the engine reads."""

    field_class = EngineField


class EntryFilter(django_filters.FilterSet):
    """Filters over the entries of one system, which tell whether they are `off`. Nothing need be filled in.

    Entries whose convention is switched off come last.
    """

    after = CellFilter(
        parse=partial(parse_cell, "prior_bids"), field_name="prior_bids", method="filter_after", label="After"
    )
    beyond = django_filters.BooleanFilter(
        method="filter_beyond", label="and all that follows", widget=forms.CheckboxInput
    )
    bid = CellFilter(parse=partial(parse_cell, "bid"), field_name="bid", method="filter_bid", label="Bid")
    convention = django_filters.ChoiceFilter(method="filter_convention", label="Convention", empty_label="Any")
    family = django_filters.ChoiceFilter(label="File", empty_label="Any")
    field = django_filters.ChoiceFilter(choices=FIELD_CHOICES, method="filter_field", label="Field", empty_label="Any")
    cell = django_filters.CharFilter(method="filter_cell", label="Field says", max_length=100)
    use = django_filters.ChoiceFilter(choices=USES, method="filter_use", label="Use", empty_label="Any")
    text = django_filters.CharFilter(method="filter_text", label="Text", max_length=100)

    class Meta:
        model = EntryRow
        fields: list[str] = []

    def __init__(self, data: Any, *, system: SystemRow) -> None:
        off = Case(When(convention__in=switched_off(system), then=True), default=False, output_field=BooleanField())
        super().__init__(data, system.entries.annotate(off=off).order_by("off", *IN_AUCTION_ORDER))
        names = system.conventions.order_by("name").values_list("name", flat=True)
        families = system.entries.order_by("family").values_list("family", flat=True).distinct()
        self.filters["convention"].extra["choices"] = [(name, name) for name in names]
        self.filters["family"].extra["choices"] = [(name, name) for name in families]

    def filter_after(self, entries: QuerySet[EntryRow], name: str, key: Key) -> QuerySet[EntryRow]:
        """The section of these prior bids or this pattern; with `beyond` also the sections that follow prior bids."""
        here = Q(prior_bids=str(key))
        if not self.form.cleaned_data.get("beyond") or not isinstance(key, PriorBids):
            return entries.filter(here)
        return entries.filter(here | Q(prior_bids__startswith=f"{key}-")) if key.calls else entries

    def filter_beyond(self, entries: QuerySet[EntryRow], name: str, beyond: bool) -> QuerySet[EntryRow]:
        """Widens `after`; alone it says nothing."""
        return entries

    def filter_bid(self, entries: QuerySet[EntryRow], name: str, bid: Bid) -> QuerySet[EntryRow]:
        """The entries that make this bid, or bid the X suit at this level."""
        return entries.filter(bid=str(bid))

    def filter_convention(self, entries: QuerySet[EntryRow], name: str, convention: str) -> QuerySet[EntryRow]:
        """The entries of a convention and of its subcategories."""
        return entries.filter(Q(convention=convention) | Q(convention__startswith=f"{convention}: "))

    def filter_field(self, entries: QuerySet[EntryRow], name: str, field: str) -> QuerySet[EntryRow]:
        """The entries that fill in a field; with `cell`, those that say this in it.

        What judges hands is compared as the engine writes it, other texts by what they contain.
        """
        text = self.form.cleaned_data.get("cell", "")
        if not text:
            return entries.exclude(**{field: ""})
        if not FIELD_BY_NAME[field].judges_hand:
            return entries.filter(**{f"{field}__icontains": text})
        try:
            return entries.filter(**{field: str(parse_cell(field, text))})
        except TextError:
            return entries.filter(**{f"{field}__icontains": text})

    def filter_cell(self, entries: QuerySet[EntryRow], name: str, text: str) -> QuerySet[EntryRow]:
        """Narrows `field`; alone it says nothing."""
        return entries

    def filter_use(self, entries: QuerySet[Any], name: str, use: str) -> QuerySet[Any]:
        """The entries whose convention somebody may use, or nobody."""
        return entries.filter(off=use == "off")

    def filter_text(self, entries: QuerySet[EntryRow], name: str, text: str) -> QuerySet[EntryRow]:
        """The entries that have every one of these words somewhere in their texts."""
        for word in words_to_find(text):
            somewhere = Q()
            for column in TEXT_COLUMNS:
                somewhere |= Q((f"{column}__icontains", word))
            entries = entries.filter(somewhere)
        return entries


def shown_and_folded(form: forms.Form) -> tuple[list[forms.BoundField], list[forms.BoundField]]:
    """The filters that are in sight, which are the usual ones and those that are filled in; and the others."""
    others = [form[name] for name in form.fields if name not in USUAL]
    filled = [bound for bound in others if bound.value()]
    return [form[name] for name in USUAL] + filled, [bound for bound in others if bound not in filled]
