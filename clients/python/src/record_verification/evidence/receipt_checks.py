"""The receipt of an answer, which proves that the newest element is in the log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .answered_records import AnsweredRecord
from .checkpoints import OpenedCheckpoint, Position
from .consistency_checks import compare_positions
from .elements import Chain
from .encoding import decode_base64
from .errors import CheckFailed, NotChecked
from .merkle import LogEntries, hash_leaf, verify_inclusion
from .time_checks import Freshness, open_pinned
from .trust import Trust


@dataclass(frozen=True)
class OpenedReceipt:
    receipt: dict[str, Any]
    opened: OpenedCheckpoint
    chain: Chain


def open_receipt(answered: AnsweredRecord, trust: Trust, freshness: Freshness) -> OpenedReceipt:
    """An answer's receipt, with its checkpoint opened. Raises CheckFailed, NotChecked where there is none."""
    provenance = answered.envelope["evidence"].get("provenance")
    receipt = None if provenance is None else provenance["receipt"]
    if receipt is None:
        raise NotChecked("the answer has no receipt")
    opened = open_pinned(receipt["checkpoint"], trust, freshness)
    if receipt["tree_size"] != opened.size or decode_base64(receipt["root_hash"]) != opened.root:
        raise CheckFailed("its size or root are not those of its checkpoint")
    return OpenedReceipt(receipt, opened, answered.chain)


def check_receipt_inclusion(received: OpenedReceipt, trust: Trust) -> None:
    """The record's newest element is in the tree of its receipt. Raises CheckFailed."""
    proof = [decode_base64(each) for each in received.receipt["inclusion_proof"]]
    leaf = hash_leaf(received.chain.entry(trust.origin))
    opened = received.opened
    if not verify_inclusion(leaf, received.receipt["log_index"], opened.size, opened.root, proof):
        raise CheckFailed("its newest element is not in the log at that place")


def check_receipt_consistency(
    received: OpenedReceipt,
    indices: Mapping[str, int] | None,
    positions: Sequence[Position],
    entries: LogEntries | None,
) -> None:
    """The log has grown from the tree of the receipt. Raises CheckFailed, NotChecked."""
    index = None if indices is None else indices.get(received.chain.subject_id)
    if index is not None and index != received.receipt["log_index"]:
        raise CheckFailed("the receipt says another index than the proof")
    compare_positions(received.opened.position, positions, entries)
