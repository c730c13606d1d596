"""How many witnesses must have cosigned."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Quorum:
    """A witness by its name, or a number of members of a group."""

    name: str | None
    threshold: int = 0
    members: tuple[Quorum, ...] = ()


def any_of(threshold: int, names: Sequence[str]) -> Quorum | None:
    """A quorum of any ``threshold`` of some witnesses; None without witnesses."""
    members = tuple(Quorum(name) for name in names)
    return Quorum(None, threshold, members) if members else None


def quorum_time(quorum: Quorum, times: Mapping[str, int]) -> int | None:
    """When enough witnesses had cosigned, in the unit of the given times; None where too few have."""
    if quorum.name is not None:
        return times.get(quorum.name)
    cosigned = sorted(time for time in (quorum_time(member, times) for member in quorum.members) if time is not None)
    return cosigned[quorum.threshold - 1] if quorum.threshold <= len(cosigned) else None


def quorum_witnesses(quorum: Quorum) -> list[str]:
    """The witnesses that a quorum names, also within groups."""
    if quorum.name is not None:
        return [quorum.name]
    return [name for member in quorum.members for name in quorum_witnesses(member)]
