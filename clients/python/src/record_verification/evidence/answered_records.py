"""The records of an answer, each with its part of the request and its chain."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from .answers import Answer, read_asked
from .elements import Chain
from .errors import NotChecked
from .report import Established, absent, at_hand

Item = TypeVar("Item")
Value = TypeVar("Value")


@dataclass(frozen=True)
class AnsweredRecord:
    """An envelope, its part of the request, and the chain of its record."""

    envelope: dict[str, Any]
    asked: Any
    chain: Chain


def on_each(items: Sequence[Item], check: Callable[[Item], Value]) -> list[Value]:
    """Runs a check on each item. One failure fails it; otherwise it is undecided if one item is, or without items."""
    if not items:
        raise NotChecked("not decided: the answer shows no record")
    values: list[Value] = []
    not_checked: NotChecked | None = None
    for item in items:
        try:
            values.append(check(item))
        except NotChecked as error:
            not_checked = not_checked or error
    if not_checked is not None:
        raise not_checked
    return values


def pair_records(
    envelopes: Established[list[dict[str, Any]]],
    answer: Established[Answer],
    records: Established[Sequence[Chain]],
) -> Established[list[AnsweredRecord]]:
    """Pairs each envelope with its part of the request and the chain of its record."""
    for source in (envelopes, answer, records):
        if not source.of:
            return absent(source.missing)
    each, chains, asked = envelopes.value, records.value, read_asked(answer.value)
    if len(each) > len(chains):
        return absent(f"the answer shows {len(each)} records, and the evidence holds {len(chains)}")
    return at_hand(
        [
            AnsweredRecord(envelope, asked[index] if index < len(asked) else None, chains[index])
            for index, envelope in enumerate(each)
        ]
    )


def has_one_of_each(envelopes: Established[list[dict[str, Any]]], records: Established[Sequence[Chain]]) -> bool:
    """Whether there is at least one envelope, and a chain for each; missing values do not count against it."""
    if envelopes.of and not envelopes.of[0]:
        return False
    return not envelopes.of or not records.of or len(envelopes.of[0]) <= len(records.of[0])
