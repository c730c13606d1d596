"""That each key was published under one that was published before it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .checkpoints import OpenedCheckpoint
from .elements import Chain
from .encoding import decode_base64, digest_bytes
from .errors import CheckFailed, NotChecked
from .merkle import LogEntries, first_slot, hash_leaf, verify_consistency


def check_publications(
    chains: Sequence[Chain],
    indices: Mapping[str, int],
    opened: OpenedCheckpoint,
    earlier: dict[str, Any] | None,
    entries: LogEntries | None,
    self_signed: frozenset[str],
) -> None:
    """Every key was published under one that was published before it, up to the first entry of the log."""
    keys = {chain.elements[0].content["key_id"]: chain for chain in chains}
    undecided = False

    def publication_index(chain: Chain) -> int | None:
        if len(chain.elements) == 1:
            return indices.get(chain.subject_id)
        return None if entries is None else entries.index_of(first_slot(opened.origin, chain.subject_id))

    def require_before(signer: Chain, key: Chain) -> None:
        published, signed_by = publication_index(key), publication_index(signer)
        if published is None:
            return
        if signed_by is not None and signed_by > published:
            raise CheckFailed("the signer of a key was published later")
        revoked = indices.get(signer.subject_id) if len(signer.elements) > 1 else None
        if revoked is not None and revoked < published:
            raise CheckFailed("the signer of a key had been revoked before")

    def root_of(chain: Chain) -> Chain:
        passed: set[str] = set()
        key = chain
        while True:
            signature = key.elements[0].signature
            signer_id = "" if signature is None else signature["key_id"]
            if signer_id == key.elements[0].content["key_id"]:
                return key
            signer = keys.get(signer_id)
            if signer is None or signer_id in passed:
                raise CheckFailed("the publication of a key is signed by an unknown key, or in a circle")
            passed.add(signer_id)
            require_before(signer, key)
            key = signer

    def is_first_entry(key: Chain) -> bool | None:
        if len(key.elements) == 1:
            return indices.get(key.subject_id) == 0
        entry = first_slot(opened.origin, key.subject_id) + digest_bytes(key.elements[0].digest)
        root = hash_leaf(entry)
        first = None if entries is None else entries.root_at(1)
        if first is not None:
            return first == root
        if earlier is None or earlier["from"] != 1 or earlier["to"] != opened.size:
            return None
        proof = [decode_base64(each) for each in earlier["proof"]]
        return verify_consistency(1, root, opened.size, opened.root, proof)

    for chain in chains:
        root = root_of(chain)
        if root.elements[0].content["key_id"] in self_signed or undecided:
            continue
        is_first = is_first_entry(root)
        if is_first is False:
            raise CheckFailed("a key signed itself, and is not the first entry of the log")
        undecided = is_first is None
    if undecided:
        raise NotChecked("not decided: only the entries, or a proof from size 1, tell whether a key is the first")
