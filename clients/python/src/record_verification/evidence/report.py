"""The checks in their order, and their results."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from .errors import CheckFailed, NotChecked

Value = TypeVar("Value")

CHECKS = (
    "policy.signature",
    "policy.version",
    "policy.expiry",
    "bundle.json",
    "bundle.form",
    "log.origin",
    "checkpoint.signature",
    "checkpoint.witnesses",
    "keys.form",
    "keys.digests",
    "keys.sequence",
    "keys.links",
    "keys.subject",
    "keys.times",
    "keys.transitions",
    "keys.inclusion",
    "answer.form",
    "answer.members",
    "answer.key",
    "answer.path",
    "answer.signature",
    "answer.request_id",
    "answer.request",
    "answer.nonce",
    "answer.key_time",
    "record.form",
    "record.digests",
    "record.sequence",
    "record.links",
    "record.subject",
    "record.times",
    "record.transitions",
    "authorities.form",
    "authorities.digests",
    "authorities.sequence",
    "authorities.links",
    "authorities.subject",
    "authorities.times",
    "authorities.transitions",
    "record.authority",
    "record.authority_active",
    "record.authority_current",
    "keys.signatures",
    "keys.publication",
    "record.signatures",
    "authorities.signatures",
    "record.issuer_signatures",
    "elements.key_times",
    "elements.salts",
    "answer.record",
    "answer.state",
    "answer.provenance",
    "answer.authority",
    "answer.lookup",
    "answer.verdict",
    "answer.times",
    "record.inclusion",
    "authorities.inclusion",
    "as_of.consistency",
    "as_of.elements",
    "as_of.time",
    "log.entries",
    "log.slots",
    "receipt.checkpoint",
    "receipt.inclusion",
    "receipt.consistency",
    "freshness.answer",
    "freshness.witnesses",
    "kept.signature",
    "kept.consistency",
    "absence.record",
    "absence.authorities",
    "absence.keys",
)
"""All checks in order; an answer alone goes through the same list. The names are those of the service's own verifier."""

NEWEST_CHECKS = ("absence.record", "absence.authorities", "absence.keys")


@dataclass(frozen=True)
class Finding:
    """A check with its outcome: ``passed``, ``failed``, or ``not_checked``, which neither proves nor refutes anything."""

    check: str
    outcome: str
    why: str = ""


@dataclass(frozen=True)
class Report:
    """All checks. ``ok`` says that none failed, and that each one that was asked for was made."""

    ok: bool
    checks: list[Finding]
    undecided: list[str]
    """Checks that were asked for and could not be made."""
    newest: bool
    """Whether it is proven that the log held nothing newer at the answer's position."""
    cosigned: int
    """How many of the pinned witnesses cosigned the checkpoint."""

    @property
    def failed(self) -> list[str]:
        return [each.check for each in self.checks if each.outcome == "failed"]

    @property
    def first_failure(self) -> Finding | None:
        """The first failed check, or the first that was asked for and not made; None where ``ok``."""
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
        """Runs a check. It is not made where it reads a value that is missing; any error but NotChecked is a failure."""
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
            self._note(Finding(check, "passed"))
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
