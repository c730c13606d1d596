"""That each key was published under one that was published before it."""

from __future__ import annotations

from collections.abc import Sequence

from .elements import Chain
from .errors import CheckFailed, NotChecked
from .order_checks import Places


def check_publications(chains: Sequence[Chain], places: Places, self_signed: frozenset[str]) -> None:
    """Every key was published under one that was published before it, up to the first entry of the log."""
    keys = {chain.elements[0].content["key_id"]: chain for chain in chains}
    undecided = False

    def publication_index(chain: Chain) -> int | None:
        return places.get((chain.subject_id, 1))

    def require_before(signer: Chain, key: Chain) -> None:
        published, signed_by = publication_index(key), publication_index(signer)
        if published is not None and signed_by is not None and signed_by > published:
            raise CheckFailed("the signer of a key was published later")

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

    for chain in chains:
        root = root_of(chain)
        if root.elements[0].content["key_id"] in self_signed or undecided:
            continue
        index = publication_index(root)
        if index is not None and index != 0:
            raise CheckFailed("a key signed itself, and is not the first entry of the log")
        undecided = index is None
    if undecided:
        raise NotChecked("not decided: a key signed itself, and nothing proves where in the log it was published")
