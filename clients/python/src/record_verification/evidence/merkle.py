"""Trees of RFC 6962, and the log's entries."""

from __future__ import annotations

from collections.abc import Sequence

from .encoding import SAFE_INTEGER, decode_base64url, digest_bytes, sha256

EMPTY_ROOT = sha256(b"")
ENTRY_LENGTH = 64


def hash_leaf(entry: bytes) -> bytes:
    """SHA-256(0x00 || entry)."""
    return sha256(b"\0" + entry)


def hash_children(left: bytes, right: bytes) -> bytes:
    """SHA-256(0x01 || left || right)."""
    return sha256(b"\1" + left + right)


def root_of_inclusion(leaf: bytes, index: int, size: int, proof: Sequence[bytes]) -> bytes | None:
    """The root that a proof leads to; None where it does not fit index and size. RFC 9162, section 2.1.3.2."""
    if not 0 <= index < size <= SAFE_INTEGER or any(len(each) != 32 for each in (leaf, *proof)):
        return None
    number, last, result = index, size - 1, leaf
    for sibling in proof:
        if last == 0:
            return None
        if number % 2 == 1 or number == last:
            result = hash_children(sibling, result)
            while number % 2 == 0 and number != 0:
                number, last = number // 2, last // 2
        else:
            result = hash_children(result, sibling)
        number, last = number // 2, last // 2
    return result if last == 0 else None


def verify_inclusion(leaf: bytes, index: int, size: int, root: bytes, proof: Sequence[bytes]) -> bool:
    """Whether a leaf is in a tree. Size and root must come from a signed checkpoint."""
    return len(root) == 32 and root_of_inclusion(leaf, index, size, proof) == root


def verify_consistency(
    from_size: int, from_root: bytes | None, to_size: int, to_root: bytes, proof: Sequence[bytes]
) -> bool:
    """Whether a tree is the beginning of a larger one; False for any malformed part. RFC 9162, section 2.1.4.2.

    Where the root of the smaller one is not known (None), whether the proof leads from any tree of that size to the larger.
    """
    if not 0 <= from_size <= to_size <= SAFE_INTEGER:
        return False
    if any(len(each) != 32 for each in (to_root if from_root is None else from_root, to_root, *proof)):
        return False
    if to_size == 0 and to_root != EMPTY_ROOT:
        return False
    if from_size == to_size:
        return not proof and from_root in (None, to_root)
    if from_size == 0:
        return not proof and from_root in (None, EMPTY_ROOT)
    if not proof:
        return False
    is_whole_left_part = from_size & (from_size - 1) == 0
    start, *rest = [from_root or EMPTY_ROOT, *proof] if is_whole_left_part else proof
    number, last = from_size - 1, to_size - 1
    while number % 2 == 1:
        number, last = number // 2, last // 2
    before = after = start
    for each in rest:
        if last == 0:
            return False
        if number % 2 == 1 or number == last:
            before, after = hash_children(each, before), hash_children(each, after)
            while number % 2 == 0 and number != 0:
                number, last = number // 2, last // 2
        else:
            after = hash_children(after, each)
        number, last = number // 2, last // 2
    # The root of a whole left part is not in its proof: where it is not known, only the proof's length can be wrong.
    leads = after == to_root or (is_whole_left_part and from_root is None)
    return last == 0 and from_root in (None, before) and leads


def first_slot(origin: str, subject: str) -> bytes:
    """Slot of the first element of a subject: of its id, or of the issuer's signature where the element has one."""
    return sha256(f"{origin}\n{subject}")


def next_slot(salt: str, digest: str) -> bytes:
    """Slot of the element that follows the one with this salt and digest. Raises EvidenceError for malformed ones."""
    return sha256(decode_base64url(salt) + digest_bytes(digest))


class LogEntries:
    """The first entries of a log, 64 bytes each. Only a comparison of their root proves them.

    Raises ValueError where an entry does not have 64 bytes.
    """

    def __init__(self, entries: Sequence[bytes]) -> None:
        if any(len(entry) != ENTRY_LENGTH for entry in entries):
            raise ValueError(f"An entry of the log has {ENTRY_LENGTH} bytes.")
        self._leaves = [hash_leaf(entry) for entry in entries]
        self._slots: dict[bytes, int] = {}
        self.repeated: tuple[bytes, int, int] | None = None
        """The first slot that occurs twice, with both indices: a history that forks."""
        for index, entry in enumerate(entries):
            first = self._slots.setdefault(entry[:32], index)
            if first != index and self.repeated is None:
                self.repeated = (entry[:32], first, index)

    @staticmethod
    def of(data: bytes) -> LogEntries:
        """Reads entries that are joined, as the log's entry bundles have them."""
        return LogEntries([data[at : at + ENTRY_LENGTH] for at in range(0, len(data), ENTRY_LENGTH)])

    @property
    def size(self) -> int:
        return len(self._leaves)

    def root_at(self, size: int) -> bytes | None:
        """Root of the log at a size; None beyond the given entries."""
        return self._root(0, size) if size <= self.size else None

    def _root(self, begin: int, end: int) -> bytes:
        if end - begin == 0:
            return EMPTY_ROOT
        if end - begin == 1:
            return self._leaves[begin]
        middle = begin + (1 << ((end - begin - 1).bit_length() - 1))
        return hash_children(self._root(begin, middle), self._root(middle, end))

    def index_of(self, slot: bytes) -> int | None:
        return self._slots.get(slot)
