"""The checks that the position of an answer was the newest of its time, and that the log held nothing newer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from .as_of import AsOf
from .checkpoints import OpenedCheckpoint
from .elements import Chain
from .merkle import LogEntries
from .position_checks import check_absence, check_as_of_elements, check_as_of_time
from .receipt_checks import OpenedReceipt
from .report import Checklist, Established
from .time_checks import Freshness
from .trust import Trust

Value = TypeVar("Value")


@dataclass(frozen=True)
class Proven:
    """Values that earlier checks have established."""

    as_of: Established[AsOf]
    checkpoint: Established[OpenedCheckpoint]
    kept: Established[OpenedCheckpoint]
    entries: Established[LogEntries]
    receipts: Established[list[OpenedReceipt]]
    are_received: bool
    """Whether the receipts prove the log indices that they name."""
    records: Established[Sequence[Chain]]
    authorities: Established[Sequence[Chain]]
    keys: Established[Sequence[Chain]]
    indices: Sequence[Mapping[str, int]]
    """Log indices of the newest elements, by subject: a mapping for each proof."""

    @property
    def places(self) -> dict[str, int]:
        """The proven log indices of the newest elements, by subject."""
        places: dict[str, int] = {}
        if self.are_received and self.receipts.of:
            places |= {each.chain.subject_id: each.receipt["log_index"] for each in self.receipts.of[0]}
        for found in self.indices:
            places |= found
        return places

    @property
    def trees(self) -> list[OpenedCheckpoint]:
        return [*(each.opened for each in _all(self.receipts)), *self.checkpoint.of, *self.kept.of]

    @property
    def chains(self) -> list[Chain]:
        return [*_all(self.records), *_all(self.authorities), *_all(self.keys)]

    @property
    def is_whole(self) -> bool:
        """Whether the evidence shows everything that the answer depends on."""
        return bool(self.records.of and self.authorities.of and self.keys.of)


def take_positions(checks: Checklist, trust: Trust, fresh: Freshness, proven: Proven) -> None:
    """Takes the checks of the positions of the log."""
    as_of, records, checkpoint, entries = proven.as_of, proven.records, proven.checkpoint, proven.entries
    places, everything = proven.places, proven.chains
    checks.take(
        "as_of.elements",
        lambda: _after(records.value, lambda: check_as_of_elements(as_of.value, everything, places, fresh)),
    )
    in_time = checks.take(
        "as_of.time",
        lambda: check_as_of_time(
            as_of.value,
            proven.trees,
            trust,
            fresh,
            everything if proven.is_whole else None,
            entries.of[0] if entries.of else None,
            set(places.values()),
        ),
    )

    def until() -> int:
        # Without a time from witnesses, everything below the checkpoint counts.
        if trust.quorum is not None:
            return in_time.value
        return max(as_of.value.size, checkpoint.of[0].size if checkpoint.of else 0)

    for kind, of in (("record", records), ("authorities", proven.authorities), ("keys", proven.keys)):
        checks.take(f"absence.{kind}", lambda of=of: check_absence(of.value, as_of.value, entries.value, until))


def _all(source: Established[Any]) -> list[Any]:
    return list(source.of[0]) if source.of else []


def _after(_needed: object, run: Callable[[], Value]) -> Value:
    return run()
