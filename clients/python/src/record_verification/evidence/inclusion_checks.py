"""That the newest elements are in the log, and what the keys of the log say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .checkpoints import OpenedCheckpoint
from .elements import Chain
from .errors import CheckFailed
from .merkle import hash_leaf, verify_inclusion
from .tlog_proof import parse_tlog_proof
from .trust import KeyTerms


def check_inclusions(bundle: dict[str, Any], opened: OpenedCheckpoint, chains: Sequence[Chain]) -> dict[str, int]:
    """Log index of each subject's newest element. Raises CheckFailed."""
    return {
        chain.subject_id: proven_index(chain, bundle["inclusion"].get(chain.subject_id), bundle["checkpoint"], opened)
        for chain in chains
    }


def proven_index(chain: Chain, text: str | None, note: str, opened: OpenedCheckpoint) -> int:
    """Log index of a chain's newest element, by a proof under the checkpoint of a note. Raises CheckFailed."""
    if text is None:
        raise CheckFailed(f"there is no proof that {chain.subject_id} is in the log")
    proof = parse_tlog_proof(text)
    if proof.extra is not None or proof.checkpoint != note:
        raise CheckFailed("a proof is not under the bundle's checkpoint, or holds something that nothing vouches for")
    leaf = hash_leaf(chain.entry(opened.origin))
    if not verify_inclusion(leaf, proof.index, opened.size, opened.root, proof.proof):
        raise CheckFailed(f"an element of {chain.subject_id} is not in the log at that place")
    return proof.index


def check_record_inclusion(bundle: dict[str, Any], opened: OpenedCheckpoint, chains: Sequence[Chain]) -> dict[str, int]:
    """The newest elements of the records are in the log, and nothing else is proven. Raises CheckFailed."""
    subjects = {*bundle["authorities"], *(f"key_{key_id}" for key_id in bundle["keys"])}
    if bundle["inclusion"].keys() - subjects - {chain.subject_id for chain in chains}:
        raise CheckFailed("something is not in the bundle, and yet proven")
    return check_inclusions(bundle, opened, chains)


@dataclass(frozen=True)
class LoggedKeys:
    terms: Mapping[str, KeyTerms]
    indices: Mapping[str, int]


def check_key_inclusions(bundle: dict[str, Any], opened: OpenedCheckpoint, chains: Sequence[Chain]) -> LoggedKeys:
    """The newest elements of the keys are in the log. Raises CheckFailed."""
    indices = check_inclusions(bundle, opened, chains)
    terms: dict[str, KeyTerms] = {}
    for chain in chains:
        newest = chain.newest.content
        revoked_at = newest["occurred_at"] if newest["state"] == "revoked" else None
        published_at = chain.elements[0].content["occurred_at"]
        end = None if revoked_at is None else indices[chain.subject_id]
        terms[newest["key_id"]] = KeyTerms(
            newest["purpose"], newest["public_key"], newest["invalid_since"], published_at, revoked_at, end
        )
    return LoggedKeys(terms, indices)
