"""The checks in their order, and their results."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from .check_groups import CHECKS, NEWEST_CHECKS, group_outcomes
from .errors import CheckFailed, NotChecked

Value = TypeVar("Value")


@dataclass(frozen=True)
class Finding:
    """A check with its outcome: ``passed``, ``failed``, or ``not_checked``, which neither proves nor refutes anything."""

    check: str
    outcome: str
    why: str = ""
    about: str = ""
    """What a reader of a check that passed should know."""


class Remark(str):
    """The value of a check that establishes nothing, and has something to tell."""


@dataclass(frozen=True)
class Report:
    """All checks. ``ok`` says that no check failed, and that every requested check was made."""

    ok: bool
    checks: list[Finding]
    undecided: list[str]
    """Requested checks that could not be made."""
    newest: bool
    """Whether it is proven that the log held nothing newer at the answer's position."""
    cosigned: int
    """How many of the pinned witnesses cosigned the checkpoint."""
    summary: str = ""
    """The answer in one line of words. Names in it are the signed ones; nothing unseen is in them."""
    good: bool | None = None
    """Whether every record in it is good, by verified evidence; None where that does not say."""

    @property
    def groups(self) -> dict[str, str]:
        """The outcome of each group of checks: ``origin``, ``authority``, ``history``, ``log`` and ``newest``."""
        return group_outcomes({each.check: each.outcome for each in self.checks}, self.undecided)

    @property
    def failed(self) -> list[str]:
        return [each.check for each in self.checks if each.outcome == "failed"]

    @property
    def first_failure(self) -> Finding | None:
        """The first failed check, or else the first requested check that was not made; None where ``ok``."""
        failed = next((each for each in self.checks if each.outcome == "failed"), None)
        return failed or next((each for each in self.checks if each.check in self.undecided), None)


@dataclass(frozen=True)
class Established(Generic[Value]):
    """A value for checks; ``of`` is empty where it is missing, and ``missing`` says why."""

    of: tuple[Value, ...]
    missing: str = ""

    @property
    def value(self) -> Value:
        if not self.of:
            raise NotChecked(self.missing or "what it needs is not there")
        return self.of[0]


def at_hand(value: Value) -> Established[Value]:
    """A value that a check has established."""
    return Established((value,))


def absent(missing: str) -> Established[Any]:
    """No value, and why."""
    return Established((), missing)


@dataclass
class Checklist:
    """Runs checks one after another and collects their results."""

    findings: dict[str, Finding] = field(default_factory=dict[str, Finding])

    def take(self, check: str, run: Callable[[], Value]) -> Established[Value]:
        """Runs a check. It is not made if it reads a missing value; any other error than NotChecked is a failure."""
        try:
            value = run()
        except NotChecked as error:
            self._note(Finding(check, "not_checked", str(error)))
            return Established((), str(error))
        except CheckFailed as error:
            self._note(Finding(check, "failed", str(error)))
        except Exception as error:  # A malformed value must refute the evidence, never stop its verifier.
            self._note(Finding(check, "failed", f"{type(error).__name__}: {error}"))
        else:
            self._note(Finding(check, "passed", about=value if isinstance(value, Remark) else ""))
            return at_hand(value)
        return Established((), f"{check} did not pass")

    def report(self, asked: list[str], cosigned: int) -> Report:
        checks = [self.findings.get(check, Finding(check, "not_checked", "it does not apply")) for check in CHECKS]
        outcomes = {each.check: each.outcome for each in checks}
        undecided = [check for check in asked if outcomes[check] == "not_checked"]
        has_failed = "failed" in outcomes.values()
        newest = all(outcomes[check] == "passed" for check in NEWEST_CHECKS)
        return Report(not has_failed and not undecided, checks, undecided, newest, cosigned)

    def _note(self, finding: Finding) -> None:
        if finding.check in self.findings:
            raise ValueError(f"{finding.check} was taken twice.")
        self.findings[finding.check] = finding
