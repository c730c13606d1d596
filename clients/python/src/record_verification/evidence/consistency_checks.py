"""That all positions of the log are of one history."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .as_of import AsOf
from .checkpoints import OpenedCheckpoint, Position
from .encoding import decode_base64
from .errors import CheckFailed, NotChecked
from .merkle import LogEntries, verify_consistency


def check_as_of(as_of: AsOf, opened: OpenedCheckpoint, bundle: dict[str, Any]) -> AsOf:
    """The answer's position is a prefix of the checkpoint's log."""
    shown = bundle["consistency"]
    proof = [decode_base64(each) for each in shown["proof"]]
    if as_of.origin != opened.origin or shown["from"] != as_of.size or shown["to"] != opened.size:
        raise CheckFailed("the proof leads from or to another tree")
    if not verify_consistency(as_of.size, as_of.root, opened.size, opened.root, proof):
        raise CheckFailed("the log that the answer holds as of is not the beginning of this one")
    return as_of


def root_at(size: int, positions: Sequence[Position], entries: LogEntries | None) -> bytes | None:
    """The log's root at a size; None where nothing tells it."""
    same = next((each for each in positions if each.size == size), None)
    return same.root if same is not None else None if entries is None else entries.root_at(size)


def compare_positions(position: Position, positions: Sequence[Position], entries: LogEntries | None) -> None:
    """Raises CheckFailed where the log has another root at that size, NotChecked where its root there is unknown."""
    root = root_at(position.size, positions, entries)
    if root is None:
        raise NotChecked(f"no proof at hand leads from the tree of {position.size}")
    if root != position.root:
        raise CheckFailed("the log has another root at that size: it showed two histories")


def check_entries(entries: LogEntries | None, positions: Sequence[Position]) -> LogEntries:
    """The log's entries have the root of each position that is known. Raises CheckFailed, NotChecked."""
    if entries is None:
        raise NotChecked("the entries of the log are not given")
    if not positions:
        raise NotChecked("no position of the log is known to compare them with")
    for position in positions:
        if position.size > entries.size:
            raise CheckFailed(f"they are {entries.size}, and the log has {position.size}")
        compare_positions(position, [], entries)
    return entries


def check_slots(entries: LogEntries) -> None:
    """No two entries have one slot. Raises CheckFailed."""
    if entries.repeated is not None:
        raise CheckFailed("two entries have the same slot: a history forks")


def check_kept(
    kept: OpenedCheckpoint,
    earlier: dict[str, Any] | None,
    opened: OpenedCheckpoint | None,
    positions: Sequence[Position],
    entries: LogEntries | None,
) -> None:
    """The verifier's earlier checkpoint is of the same history."""
    if earlier is None or opened is None or earlier["from"] != kept.size:
        compare_positions(kept.position, positions, entries)
        return
    proof = [decode_base64(each) for each in earlier["proof"]]
    if earlier["to"] != opened.size or not verify_consistency(kept.size, kept.root, opened.size, opened.root, proof):
        raise CheckFailed("the log of the earlier checkpoint is not the beginning of this one")


def check_earlier(
    earlier: dict[str, Any] | None, opened: OpenedCheckpoint, positions: Sequence[Position], entries: LogEntries | None
) -> None:
    """A bundle's proof from an earlier size leads to its checkpoint, even where its reader shows none of that size."""
    if earlier is None:
        raise NotChecked("it has no proof from an earlier size")
    proof = [decode_base64(each) for each in earlier["proof"]]
    root = root_at(earlier["from"], positions, entries)
    if earlier["to"] != opened.size or not verify_consistency(
        earlier["from"], root, opened.size, opened.root, proof
    ):
        raise CheckFailed("its proof from an earlier size does not lead to its checkpoint")
    if root is None:
        raise NotChecked("nothing at hand tells the root at that size")
