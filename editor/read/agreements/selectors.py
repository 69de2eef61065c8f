"""Reading the agreements of a system as they are settled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bidbase.lazy import lazy_property
from bidbase.systems import Convention
from bidbase.systems.agreements import CHAPTERS, Agreement, Choice
from editor.read.agreements.settled import Settled
from editor.read.conventions.selectors import ConventionFacts, convention_facts
from editor.store.systems.models import AgreementRow, SystemRow
from editor.store.systems.rows import engine_convention


class SettledAgreements:
    """The agreements of a system at its revision, and the conventions that they switch."""

    def __init__(self, system: SystemRow) -> None:
        self.system = system
        self._facts: list[ConventionFacts] = convention_facts(system)

    @lazy_property
    def conventions(self) -> Mapping[str, Convention]:
        """The conventions of the system by name."""
        return {fact.row.name: engine_convention(fact.row) for fact in self._facts}

    @lazy_property
    def settled(self) -> list[Settled]:
        """The agreements that are asked, by chapter in a player's order: there is something to choose in each."""
        listed = (self._settled(row) for row in self.system.agreements.order_by("place"))
        asked = [each for each in listed if len(each.offered) > 1 and each.agreement.is_asked(self.conventions)]
        return sorted(asked, key=lambda each: CHAPTERS.index(each.agreement.chapter))

    def _settled(self, row: AgreementRow) -> Settled:
        agreement = row.agreement
        chosen, of_base = agreement.chosen(self.conventions), self._chosen_by_base(agreement)
        differing = of_base if self._of_base and of_base != chosen else None
        return Settled(row.pk, agreement, chosen, agreement.offered(self._with_entries), differing)

    @lazy_property
    def _with_entries(self) -> frozenset[str]:
        return frozenset(fact.row.name for fact in self._facts if fact.entries)

    def _chosen_by_base(self, agreement: Agreement) -> Choice | None:
        """The choice that the base plays, by its conventions and by what its own agreement settles."""
        plays = self._settled_by_base.get(agreement.name, "")
        return replace(agreement, plays=plays).chosen(self._of_base)

    @lazy_property
    def _settled_by_base(self) -> dict[str, str]:
        """What the base plays in the agreements that settle parameters, by their names."""
        base = self.system.standing
        return dict(base.agreements.exclude(parameters="").values_list("name", "plays")) if base else {}

    @lazy_property
    def _of_base(self) -> Mapping[str, Convention]:
        """The conventions of the base that the system stands on; none without one."""
        base = self.system.standing
        return {row.name: engine_convention(row) for row in base.conventions} if base else {}

    def switched(self, choices: Mapping[int, Choice]) -> dict[str, str]:
        """The selection codes that choices give to conventions, by name; `choices` are by the keys of agreements."""
        uses: dict[str, str] = {}
        for each in self.settled:
            if each.key in choices:
                uses |= each.agreement.switched(choices[each.key], self.conventions)
        return uses

    def by_version(self, uses: Mapping[str, str]) -> dict[int, str]:
        """Selection codes by the keys of the versions of conventions, where they are given by name."""
        return {fact.row.pk: uses[fact.row.name] for fact in self._facts if fact.row.name in uses}
