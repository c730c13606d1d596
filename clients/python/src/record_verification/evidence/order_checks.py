"""That the order in the log bears out what elements rest on, and no tree refutes their times."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from .checkpoints import OpenedCheckpoint
from .elements import Chain
from .encoding import moment
from .errors import CheckFailed, NotChecked
from .inclusion_checks import proven_index
from .report import Remark
from .time_checks import Freshness
from .transitions import ADDING
from .trust import Trust

Places = Mapping[tuple[str, int], int]
"""Log indices of elements, by the subject's id and the sequence."""


def check_element_order(
    bundle: dict[str, Any],
    opened: OpenedCheckpoint,
    records: Sequence[Chain],
    authorities: Sequence[Chain],
    keys: Sequence[Chain],
    newest: Mapping[str, int],
    origin: str,
) -> Places:
    """What names an element of an authority stands before the next one; what a key signed, before its end. CheckFailed."""
    wanted = [(record, sequence) for record in records for sequence in sorted(_record_places(record))]
    wanted += [(chain, at) for chain in (*authorities, *keys) for at in range(1, len(chain.elements))]
    names = {f"{chain.subject_id}/{sequence}" for chain, sequence in wanted}
    if bundle["order"].keys() != names:
        raise CheckFailed("the place of an element in the log is not proven, or that of another one is")
    places: dict[tuple[str, int], int] = {}
    for chain, sequence in wanted:
        up_to = replace(chain, elements=chain.elements[:sequence])
        text = bundle["order"][f"{chain.subject_id}/{sequence}"]
        places[chain.subject_id, sequence] = proven_index(up_to, text, bundle["checkpoint"], opened)
    everything = [*records, *authorities, *keys]
    for chain in everything:
        if chain.subject_id in newest:
            places[chain.subject_id, len(chain.elements)] = newest[chain.subject_id]
        known = [places[each] for each in _names(chain) if each in places]
        if known != sorted(known):
            raise CheckFailed(f"the log has an element of {chain.subject_id} before an element before it")
    for record in records:
        _require_current_authorities(record, places)
    for key in keys:
        for chain in (*records, *authorities):
            _require_after_publication(chain, key, places)
    for key in keys:
        if key.newest.content["state"] == "revoked":
            end = places.get((key.subject_id, len(key.elements)), -1)
            for chain in keys:
                _require_before_end(chain, key, end, places)
            # The key that takes a compromised one's place was published with it.
            size = key.newest.content["invalid_from_size"]
            # A size in a log before this one is no place here: nothing shows what a stolen key signed before.
            if size is not None and key.newest.content["log"] != origin:
                size = 0
            last = end if size is None else min(end, int(size) - 1)
            for chain in (*records, *authorities):
                _require_before_end(chain, key, last, places)
    return places


def _record_places(record: Chain) -> set[int]:
    last: dict[tuple[tuple[str, int] | str, bool], int] = {}
    for sequence, element in enumerate(record.elements, 1):
        authority = element.content["authority"]
        under: list[tuple[str, int] | str] = [(authority["id"], int(authority["version"]))]
        if element.signature is not None:
            under.append(element.signature["key_id"])
        for each in under:
            last[each, False] = sequence
            if element.content["type"] in ADDING:
                last[each, True] = sequence
    return {1, *last.values()} - {len(record.elements)}


def _names(chain: Chain) -> Iterable[tuple[str, int]]:
    return ((chain.subject_id, sequence) for sequence in range(1, len(chain.elements) + 1))


def _require_current_authorities(record: Chain, places: Places) -> None:
    for name, element in zip(_names(record), record.elements, strict=True):
        authority = element.content["authority"]
        following = places.get((authority["id"], int(authority["version"]) + 1))
        index = places.get(name)
        if index is not None and following is not None and index > following:
            raise CheckFailed("the log has an element after the one that superseded the authority that it names")


def _require_before_end(chain: Chain, key: Chain, last: int, places: Places) -> None:
    for name, element in zip(_names(chain), chain.elements, strict=True):
        signed_by = None if element.signature is None else element.signature["key_id"]
        if signed_by == key.newest.content["key_id"] and places.get(name, -1) > last:
            raise CheckFailed("the log has an element after the end of its key")


def _require_after_publication(chain: Chain, key: Chain, places: Places) -> None:
    published = places.get((key.subject_id, 1), -1)
    for name, element in zip(_names(chain), chain.elements, strict=True):
        signed_by = None if element.signature is None else element.signature["key_id"]
        if signed_by == key.newest.content["key_id"] and places.get(name, published) < published:
            raise CheckFailed("the log has an element before the publication of its key")


def places_of_newest(indices: Mapping[str, int], chains: Sequence[Chain]) -> Places:
    """The places of the newest elements, where no others are proven."""
    return {
        (chain.subject_id, len(chain.elements)): indices[chain.subject_id]
        for chain in chains
        if chain.subject_id in indices
    }


def check_merge_delay(
    chains: Sequence[Chain], places: Places, trees: Sequence[OpenedCheckpoint], trust: Trust, freshness: Freshness
) -> Remark:
    """No element is dated long before a tree without it that a quorum dated. Raises CheckFailed, NotChecked."""
    if trust.quorum is None:
        raise NotChecked("no witness is pinned, and the service chose the times")
    dated = [(tree.size, time) for tree in trees if (time := trust.cosigned_at(tree)) is not None]
    placed = 0
    late: list[str] = []
    for chain in chains:
        index: int | None = None
        for name, element in zip(_names(chain), chain.elements, strict=True):
            content = element.content
            index = places.get(name, index)
            if index is None or content["log"] != trust.origin:
                continue
            placed += 1
            latest = moment(content["occurred_at"]) + trust.merge_delay + freshness.slack
            if not any(size <= index and time > latest for size, time in dated):
                continue
            if content["type"] in ADDING:
                raise CheckFailed("an element is late: witnesses had seen the log without it long after its time")
            late.append(f"element {name[1]} of {name[0]}")
    if placed == 0:
        raise NotChecked("the log index of no element is proven")
    return Remark(f"late: {', '.join(late)}" if late else "")
