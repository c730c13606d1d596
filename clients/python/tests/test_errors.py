"""Errors, as a process pool or a queue carries them."""

from __future__ import annotations

import copy
import pickle

import pytest

from record_verification.errors import (
    DeliveryError,
    EvidenceFault,
    RecordVerificationError,
    ServiceError,
    TransportError,
)
from record_verification.evidence.errors import CheckFailed, EvidenceError, NotChecked, Rebuilt
from record_verification.evidence.report import Finding, Report

REPORT = Report(False, [Finding("bundle.json", "failed", "why")], [], False, 0)
ERRORS: list[Exception] = [
    RecordVerificationError("why"),
    TransportError("why", "key"),
    TransportError("why", None),
    ServiceError(409, "record.version_conflict", "why", "req_1", {"code": "a", "current_version": 2}),
    EvidenceFault(REPORT, "why", "req_1"),
    EvidenceFault(None, "why", None),
    EvidenceError("json.number", "why"),
    DeliveryError("header.missing", "why"),
    CheckFailed("why"),
    NotChecked("why"),
]


def classes(of: type[Exception]) -> set[type[Exception]]:
    return {of}.union(*map(classes, of.__subclasses__()))


def test_all_classes_are_here() -> None:
    assert classes(Rebuilt) - {Rebuilt} == {type(error) for error in ERRORS if isinstance(error, Rebuilt)}


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_errors_are_built_again_with_all_of_their_members(error: Exception) -> None:
    error.add_note("a note")
    protocols = range(pickle.HIGHEST_PROTOCOL + 1)
    for again in [copy.copy(error), *(pickle.loads(pickle.dumps(error, protocol)) for protocol in protocols)]:
        assert type(again) is type(error)
        assert (again.args, str(again), vars(again)) == (error.args, str(error), vars(error))
