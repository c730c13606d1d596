"""Checks of places and positions in the log, and of times."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .answers import AsOf
from .bodies import AnsweredRecord
from .elements import Chain, slot_after
from .encoding import decode_base64, digest_bytes, moment
from .errors import CheckFailed, NotChecked
from .merkle import LogEntries, first_slot, hash_leaf, verify_consistency, verify_inclusion
from .notes import OpenedCheckpoint, Position, open_checkpoint, parse_tlog_proof
from .trust import KeyTerms, Trust

POSITION_LAG = 5_000
"""Milliseconds after which the service no longer answers from a position of the log."""

KeyOf = Callable[[str], KeyTerms | None]


@dataclass(frozen=True)
class Freshness:
    """The verifier's time and the slack of clocks, in milliseconds; the maximum age in seconds, None for any."""

    now: float
    max_age: float | None
    slack: float


def check_inclusions(bundle: dict[str, Any], opened: OpenedCheckpoint, chains: Sequence[Chain]) -> dict[str, int]:
    """Log index of each subject's newest element. Raises CheckFailed."""
    return {chain.subject_id: _index_of(chain, bundle, opened) for chain in chains}


def _index_of(chain: Chain, bundle: dict[str, Any], opened: OpenedCheckpoint) -> int:
    text = bundle["inclusion"].get(chain.subject_id)
    if text is None:
        raise CheckFailed(f"there is no proof that {chain.subject_id} is in the log")
    proof = parse_tlog_proof(text)
    if proof.extra is not None or proof.checkpoint != bundle["checkpoint"]:
        raise CheckFailed("a proof is not under the bundle's checkpoint, or holds something that nothing vouches for")
    leaf = hash_leaf(chain.entry(opened.origin))
    if not verify_inclusion(leaf, proof.index, opened.size, opened.root, proof.proof):
        raise CheckFailed(f"the newest element of {chain.subject_id} is not in the log at that place")
    return proof.index


def check_record_inclusion(bundle: dict[str, Any], opened: OpenedCheckpoint, chains: Sequence[Chain]) -> dict[str, int]:
    subjects = {*bundle["authorities"], *(f"key_{key_id}" for key_id in bundle["keys"])}
    if bundle["inclusion"].keys() - subjects - {chain.subject_id for chain in chains}:
        raise CheckFailed("something is not in the bundle, and yet proven")
    return check_inclusions(bundle, opened, chains)


@dataclass(frozen=True)
class LoggedKeys:
    terms: Mapping[str, KeyTerms]
    indices: Mapping[str, int]


def check_key_inclusions(bundle: dict[str, Any], opened: OpenedCheckpoint, chains: Sequence[Chain]) -> LoggedKeys:
    indices = check_inclusions(bundle, opened, chains)
    terms: dict[str, KeyTerms] = {}
    for chain in chains:
        newest = chain.newest.content
        revoked_at = newest["occurred_at"] if newest["state"] == "revoked" else None
        published_at = chain.elements[0].content["occurred_at"]
        terms[newest["key_id"]] = KeyTerms(
            newest["purpose"], newest["public_key"], newest["invalid_since"], published_at, revoked_at
        )
    return LoggedKeys(terms, indices)


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


def check_as_of(as_of: AsOf, opened: OpenedCheckpoint, bundle: dict[str, Any]) -> AsOf:
    """The answer's position is a prefix of the checkpoint's log."""
    shown = bundle["consistency"]
    proof = [decode_base64(each) for each in shown["proof"]]
    if as_of.origin != opened.origin or shown["from"] != as_of.size or shown["to"] != opened.size:
        raise CheckFailed("the proof leads from or to another tree")
    if not verify_consistency(as_of.size, as_of.root, opened.size, opened.root, proof):
        raise CheckFailed("the log that the answer holds as of is not the beginning of this one")
    return as_of


def compare_positions(position: Position, positions: Sequence[Position], entries: LogEntries | None) -> None:
    """Raises CheckFailed where it is not a position of that log, NotChecked where nothing tells."""
    same = next((each for each in positions if each.size == position.size), None)
    root = same.root if same is not None else None if entries is None else entries.root_at(position.size)
    if root is None:
        raise NotChecked(f"no proof at hand leads from the tree of {position.size}")
    if root != position.root:
        raise CheckFailed("the log has another root at that size: it showed two histories")


def check_entries(entries: LogEntries | None, positions: Sequence[Position]) -> LogEntries:
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
    if entries.repeated is not None:
        raise CheckFailed("two entries have the same slot: a history forks")


@dataclass(frozen=True)
class OpenedReceipt:
    receipt: dict[str, Any]
    opened: OpenedCheckpoint
    chain: Chain


def open_receipt(answered: AnsweredRecord, trust: Trust) -> OpenedReceipt:
    provenance = answered.envelope["evidence"].get("provenance")
    receipt = None if provenance is None else provenance["receipt"]
    if receipt is None:
        raise NotChecked("the answer has no receipt")
    opened = open_checkpoint(receipt["checkpoint"], trust.origin, trust.log, trust.witnesses)
    if receipt["tree_size"] != opened.size or decode_base64(receipt["root_hash"]) != opened.root:
        raise CheckFailed("its size or root are not those of its checkpoint")
    return OpenedReceipt(receipt, opened, answered.chain)


def check_receipt_inclusion(received: OpenedReceipt, trust: Trust) -> None:
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
    index = None if indices is None else indices.get(received.chain.subject_id)
    if index is not None and index != received.receipt["log_index"]:
        raise CheckFailed("the receipt says another index than the proof")
    compare_positions(received.opened.position, positions, entries)


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


def _find_successor(chains: Sequence[Chain], entries: LogEntries, below: int) -> str | None:
    for chain in chains:
        index = entries.index_of(slot_after(chain.newest))
        if index is not None and index < below:
            return chain.subject_id
    return None


def check_as_of_elements(
    as_of: AsOf, chains: Sequence[Chain], indices: Mapping[str, int], freshness: Freshness
) -> None:
    """The tree of the position holds the newest elements; the service may show newer ones only for moments."""
    placed = [chain for chain in chains if chain.subject_id in indices]
    if not placed:
        raise NotChecked("the log index of no element is proven")
    earliest = as_of.time - POSITION_LAG - freshness.slack
    for chain in placed:
        is_late = indices[chain.subject_id] >= as_of.size
        if is_late and moment(chain.newest.content["occurred_at"]) < earliest:
            raise CheckFailed(f"the tree of {as_of.size} does not hold what the answer shows of {chain.subject_id}")


def check_as_of_time(
    as_of: AsOf,
    trees: Sequence[OpenedCheckpoint],
    trust: Trust,
    freshness: Freshness,
    chains: Sequence[Chain] | None,
    entries: LogEntries | None,
    shown: set[int],
) -> int:
    """Size of the smallest tree that was cosigned in time. The position was the newest at its time."""
    if trust.quorum is None:
        raise NotChecked("not decided: no witness is pinned, and the service chose the time")
    times = [(tree, trust.cosigned_at(tree)) for tree in trees]
    witnessed = [
        (tree.size, time)
        for tree, time in times
        if time is not None and (tree.size > as_of.size or (tree.size == as_of.size and tree.root == as_of.root))
    ]
    earliest = as_of.time - POSITION_LAG - freshness.slack
    if any(size > as_of.size and time < earliest for size, time in witnessed):
        raise CheckFailed("the position is older than it says: witnesses had cosigned a larger tree before")
    in_time = [size for size, time in witnessed if time >= earliest]
    if not in_time:
        raise NotChecked("not decided: no tree at hand was cosigned by enough witnesses at that time")
    until = min(in_time)
    count = until - as_of.size
    if count <= len(shown) and all(index in shown for index in range(as_of.size, until)):
        return until
    if chains is None or entries is None or entries.size < until:
        raise NotChecked(f"not decided: only the log's entries tell what the {count} after the position are")
    if _find_successor(chains, entries, until) is not None:
        raise NotChecked("not decided: the cosigned tree holds a later element")
    return until


def check_absence(chains: Sequence[Chain], as_of: AsOf, entries: LogEntries, until: Callable[[], int]) -> None:
    """The log holds no later element, neither below the position nor up to the tree that proves its time."""
    below = _find_successor(chains, entries, as_of.size)
    if below is not None:
        raise CheckFailed(f"the log holds a later element of {below}, below {as_of.size}")
    after = _find_successor(chains, entries, until())
    if after is not None:
        raise NotChecked(f"not decided: the log holds a later element of {after}, above {as_of.size}")


def check_answer_times(
    envelopes: Sequence[dict[str, Any]], as_of: AsOf, chains: Sequence[Chain], freshness: Freshness
) -> None:
    allowed = POSITION_LAG + freshness.slack
    times = [moment(envelope["verified_at"]) for envelope in envelopes]
    if any(abs(time - as_of.time) > allowed for time in times):
        raise CheckFailed("the answer and its position of the log are of other times")
    for chain in chains:
        for element in chain.elements:
            if not times or moment(element.content["occurred_at"]) > max(times) + allowed:
                raise CheckFailed("an element happened after the answer")


def check_answer_age(envelopes: Sequence[dict[str, Any]], as_of: AsOf, freshness: Freshness) -> None:
    if freshness.max_age is None:
        raise NotChecked("no greatest age is given")
    times = [as_of.time, *(moment(envelope["verified_at"]) for envelope in envelopes)]
    if freshness.now - min(times) > freshness.max_age * 1000:
        raise CheckFailed(f"it is older than {freshness.max_age} s")
    if max(times) - freshness.now > freshness.slack:
        raise CheckFailed("it is from the future")


def check_witnessed_age(opened: OpenedCheckpoint, trust: Trust, freshness: Freshness) -> None:
    if trust.quorum is None or freshness.max_age is None:
        raise NotChecked("no witness is pinned, or no greatest age is given")
    since = freshness.now // 1000 - freshness.max_age
    fresh = [(witness, time) for witness, time in opened.cosignatures if time >= since]
    if trust.cosigned_at(OpenedCheckpoint(opened.origin, opened.size, opened.root, fresh)) is None:
        raise CheckFailed(f"too few witnesses cosigned within {freshness.max_age} s")


def check_key_time(key: KeyTerms | None, at: str, freshness: Freshness) -> None:
    """A key signed at a time between its publication and its revocation."""
    if key is None or key.published_at is None:
        raise NotChecked("it is not known when the key was published")
    allowed, time = POSITION_LAG + freshness.slack, moment(at)
    if time < moment(key.published_at) - allowed:
        raise CheckFailed(f"its key was published at {key.published_at}, after {at}")
    if key.revoked_at is not None and time > moment(key.revoked_at) + allowed:
        raise CheckFailed(f"its key was revoked at {key.revoked_at}, before {at}")
