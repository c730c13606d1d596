"""The check of chains, element by element."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from .elements import STEPS, Chain, continues_log, find_chain_fault
from .errors import CheckFailed, NotChecked
from .report import Checklist, Established


def take_chains(
    checks: Checklist,
    origin: str,
    name: str,
    kind: str,
    source: Established[Sequence[Chain]],
    belongs: Callable[[Chain, dict[str, Any]], bool],
) -> Established[Sequence[Chain]]:
    """Checks chains element by element; the walk ends at the first fault, and the other steps are not checked."""
    fault: str | None = None
    given: Sequence[Chain] = source.of[0] if source.of else ()
    for chain in given:
        try:
            found = find_chain_fault(kind, chain)
        except (TypeError, KeyError, ValueError, AttributeError):
            found = ("form", 1)
        if found is not None:
            fault = found[0]
            break
        contents = [element.content for element in chain.elements]
        if not all(continues_log(each["log"], origin) and belongs(chain, each) for each in contents):
            fault = "subject"
            break
    walked = source
    for step in STEPS:

        def run(step: str = step) -> Sequence[Chain]:
            chains = source.value
            if fault == step:
                raise CheckFailed(f"an element fails the check of its {step}")
            if fault is not None:
                raise NotChecked(f"the walk ended: {name}.{fault}")
            return chains

        taken = checks.take(f"{name}.{step}", run)
        if fault is None or fault == step:
            walked = taken
    return walked
