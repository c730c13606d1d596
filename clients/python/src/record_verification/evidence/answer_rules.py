"""What an answer alone can contradict itself in: the rules of docs/answer-rules.json."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .as_of import AsOf
from .elements import Chain, Element, chain_of, find_element_fault
from .encoding import digest_text, is_object, is_text, moment
from .errors import CheckFailed
from .time_checks import Freshness
from .transitions import RULES, is_due, state_at
from .trust import MERGE_DELAY_SECONDS
from .verdict_checks import follows_from_answer

CHAIN_SHOWN = 100
"""Most elements of a chain that an answer shows."""


@dataclass(frozen=True)
class Told:
    """What an answer tells of one record, without any chain beside it."""

    envelope: dict[str, Any]
    asked: Any
    is_piece: bool
    """Whether the elements that it shows are a piece of a history; true where it shows none."""
    newest: Element | None
    """The newest of such a piece."""

    def part(self, name: str) -> Any:
        return self.envelope["evidence"].get(name)

    @property
    def record(self) -> dict[str, Any]:
        return self.envelope["record"]

    @property
    def at(self) -> int:
        return moment(self.envelope["verified_at"])


def told_by(envelope: dict[str, Any], asked: Any) -> Told:
    """Reads what an envelope shows."""
    provenance = envelope["evidence"].get("provenance")
    if provenance is None:
        return Told(envelope, asked, True, None)
    chain = chain_of(envelope["record"]["id"], provenance["chain"])
    is_piece = len(chain.elements) > 0 and _is_piece(chain)
    return Told(envelope, asked, is_piece, chain.newest if is_piece else None)


def _is_piece(chain: Chain) -> bool:
    # The first that is shown need not be the first of the history.
    if find_element_fault("record", None, chain.elements[0], 1) not in (None, "sequence"):
        return False
    return all(
        find_element_fault("record", before, element, before.content["sequence"] + 1) is None
        for before, element in zip(chain.elements, chain.elements[1:])
    )


def _newest_is_answered(told: Told) -> bool:
    newest, record = told.newest, told.record
    return newest is None or (newest.content["record_id"], newest.content["sequence"]) == (
        record["id"],
        record["version"],
    )


def _has_its_length(told: Told) -> bool:
    provenance = told.part("provenance")
    if provenance is None:
        return True
    length = provenance["chain_length"]
    return length == told.record["version"] and len(provenance["chain"]) == min(length, CHAIN_SHOWN)


def _counts_the_record(told: Told) -> bool:
    lookup = told.part("lookup")
    if lookup is None:
        return True
    is_revoked = told.record["state"] == "revoked"
    least, most = (1, lookup["matches"]) if is_revoked else (0, lookup["matches"] - 1)
    return lookup["counts"] == "unproven" and least <= lookup["revoked_matches"] <= most


def _says_whether_current(told: Told) -> bool:
    lookup = told.part("lookup")
    if lookup is None or told.newest is None:
        return True
    by = lookup["by"]
    wanted = told.asked.get(by) if is_object(told.asked) else None
    if not is_text(wanted):
        return False
    has = told.newest.content["external_id" if by == "external_id" else "content_digest"]
    return lookup["current"] == (has == (digest_text(wanted) if by == "content" else wanted))


def _is_of_asked_authority(told: Told) -> bool:
    if told.part("lookup") is None or not is_object(told.asked) or "authority_id" not in told.asked:
        return True
    authority = told.part("authority")
    ids = [] if authority is None else [authority["id"]]
    ids += [] if told.newest is None else [told.newest.content["authority"]["id"]]
    return all(each == told.asked["authority_id"] for each in ids)


def _of_authority(holds: Callable[[dict[str, Any], Told], bool]) -> Callable[[Told], bool]:
    return lambda told: told.part("authority") is None or holds(told.part("authority"), told)


def _names_version(authority: dict[str, Any], told: Told) -> bool:
    if told.newest is None:
        return authority["version"] > 0
    named = told.newest.content["authority"]
    if authority["version"] == named["version"]:
        return authority["digest"] == named["digest"]
    return authority["version"] > named["version"]


def _is_of_newest(authority: dict[str, Any], told: Told) -> bool:
    if told.newest is None:
        return True
    content = told.newest.content
    return (authority["id"], authority["issuer"]) == (content["authority"]["id"], content["issuer"])


def _was_valid(authority: dict[str, Any], told: Told) -> bool:
    if told.newest is None or told.newest.content["authority"]["version"] != authority["version"]:
        return True
    if not authority["valid_at_event"]:
        return not authority["valid_now"]
    # The version that an event names can have expired since, and nothing else.
    is_past = moment(authority["valid_until"]) <= moment(told.newest.content["occurred_at"])
    return authority["state"] in ("active", "expired") and not is_past


def _promises_the_log(told: Told) -> bool:
    """An answer without a receipt promises one by the time that its newest element leads to; others promise none."""
    provenance = told.part("provenance")
    if provenance is None or told.newest is None:
        return True
    if "logged_by" not in provenance or provenance["receipt"] is not None:
        return ("logged_by" in provenance) == (provenance["receipt"] is None)
    return moment(provenance["logged_by"]) == _logged_by(told.newest)


def _logged_by(newest: Element) -> int:
    return moment(newest.content["occurred_at"]) + MERGE_DELAY_SECONDS * 1000


ANSWER_RULES: dict[str, tuple[str, Callable[[Told], bool]]] = {
    "record.newest": ("answer.record", _newest_is_answered),
    "state.known": ("answer.state", lambda told: told.record["state"] in RULES["record"]["states"]),
    "state.repeated": (
        "answer.state",
        lambda told: told.envelope["evidence"].get("state", told.record["state"]) == told.record["state"],
    ),
    "state.follows": (
        "answer.state",
        lambda told: (
            told.newest is None or state_at("record", told.newest.content, told.at) == told.record["state"]
        ),
    ),
    "provenance.elements": ("answer.provenance", lambda told: told.is_piece),
    "provenance.length": ("answer.provenance", _has_its_length),
    "provenance.origin": (
        "answer.provenance",
        lambda told: told.newest is None or told.part("provenance")["origin"] == told.newest.content["origin"],
    ),
    "provenance.verified": (
        "answer.provenance",
        lambda told: told.part("provenance") is None or told.part("provenance")["verified"],
    ),
    "provenance.promise": ("answer.provenance", _promises_the_log),
    "authority.issuer": ("answer.authority", _of_authority(_is_of_newest)),
    "authority.version": ("answer.authority", _of_authority(_names_version)),
    "authority.state": (
        "answer.authority",
        _of_authority(
            lambda authority, told: (
                authority["state"] in RULES["authority"]["states"] and not is_due("authority", authority, told.at)
            )
        ),
    ),
    "authority.valid_now": (
        "answer.authority",
        _of_authority(lambda authority, _: authority["valid_now"] == (authority["state"] == "active")),
    ),
    "authority.valid_at_event": ("answer.authority", _of_authority(_was_valid)),
    "lookup.matches": ("answer.lookup", _counts_the_record),
    "lookup.current": ("answer.lookup", _says_whether_current),
    "lookup.authority": ("answer.lookup", _is_of_asked_authority),
    "verdict.follows": (
        "answer.verdict",
        lambda told: follows_from_answer(told.envelope, None if told.newest is None else told.newest.content),
    ),
}
"""Each rule with the check that fails where an answer breaks it."""


def require_kept_promises(all_told: list[Told], as_of: AsOf, freshness: Freshness) -> None:
    """After the time by which it was promised in the log, what can add a `passed` has its receipt. Raises CheckFailed."""
    for told in all_told:
        provenance, newest = told.part("provenance"), told.newest
        if newest is None or provenance["receipt"] is not None:
            continue
        adds_passed = RULES["record"]["transitions"][newest.content["type"]]["adds_passed"]
        # An element of the log before has its promise from that one.
        is_owed = adds_passed and newest.content["log"] == as_of.origin
        if is_owed and told.at > _logged_by(newest) + freshness.slack:
            raise CheckFailed("the newest element is not in the log by the time by which it was promised")


def require_rules(check: str, all_told: list[Told]) -> None:
    """No answer breaks a rule of a check. Raises CheckFailed."""
    for told in all_told:
        for name, (of, holds) in ANSWER_RULES.items():
            if of == check and not holds(told):
                raise CheckFailed(f"the answer contradicts itself: {name}")
