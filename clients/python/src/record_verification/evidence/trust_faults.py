"""Which keys cannot be trusted together."""

from __future__ import annotations

from collections.abc import Sequence

NamedKey = tuple[str | None, bytes]
"""A key with its name on notes; None for a bare key."""


def find_trust_fault(
    logs: Sequence[NamedKey], witnesses: Sequence[NamedKey], others: Sequence[bytes] = ()
) -> str | None:
    """Why keys cannot be trusted together; None where they can.

    A key that counts twice, or a log that is its own witness, would make a quorum of fewer holders of keys than it says.
    A log may have several keys, as while it changes its key. ``others`` are the service's keys in its document, also those
    that it does not use any more.
    """
    of_logs, keys = {key for _, key in logs}, {key for _, key in witnesses}
    if len(of_logs) < len(logs):
        return "a key of a log is named twice"
    if len(keys) < len(witnesses):
        return "the key of a witness is named twice"
    if not keys.isdisjoint([*of_logs, *others]):
        return "a witness has a key of the service"
    names = [name for name, _ in witnesses if name is not None]
    return "two witnesses have one name" if len(set(names)) < len(names) else None
