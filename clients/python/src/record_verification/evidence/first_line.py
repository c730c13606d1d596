"""The answer that a person needs, in one line of words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, timezone
from typing import Any

from .answers import Answer, refused_items
from .as_of import AsOf
from .check_groups import terms_of
from .checkpoints import OpenedCheckpoint
from .elements import Chain
from .judged_records import judge_shown
from .report import Established, Report
from .trust import Trust


@dataclass(frozen=True)
class EstablishedEvidence:
    """What the checks established, where they got so far."""

    answer: Established[Answer]
    as_of: Established[AsOf]
    envelopes: Established[list[dict[str, Any]]]
    records: Established[Sequence[Chain]]
    authorities: Established[Sequence[Chain]]
    checkpoint: Established[OpenedCheckpoint]


def with_summary(report: Report, of: EstablishedEvidence, trust: Trust) -> Report:
    """Content is in the summary only where all that was asked for was verified."""
    failure = report.first_failure
    if failure is not None:
        refused = f"REFUSED: {terms_of(failure.check).refused} ({failure.check})."
        said = refused if failure.outcome == "failed" else _undecided(failure.check)
        return replace(report, summary=said)
    envelopes = of.envelopes.of[0] if of.envelopes.of else []
    if not of.as_of.of or not envelopes:
        return replace(report, summary=_undecided("answer.signature"))
    chains = of.records.of[0] if of.records.of and _has_passed(report, "record.signatures") else None
    authorities = of.authorities.of[0] if of.authorities.of and _has_passed(report, "record.authority") else None
    judged = [
        judge_shown(each, None if chains is None else chains[at], authorities) for at, each in enumerate(envelopes)
    ]
    others = [each for each in judged if not each.is_good]
    is_bad = any(each.is_good is False for each in others)
    unanswered = [f"item {number}" for number in refused_items(of.answer.value)]
    asked = len(judged) + len(unanswered)
    if asked == 1:
        said = f"{judged[0].name} {judged[0].says}"
    else:
        but = f", NOT {', '.join(each.record_id for each in others)}" if others else ""
        but += f", NOT ANSWERED {', '.join(unanswered)}" if unanswered else ""
        said = f"{len(judged) - len(others)} of {asked} records are shown to be good{but}"
    time = _time_in_words(report, of.checkpoint, trust)
    good = False if is_bad else None if others or unanswered else True
    return replace(report, good=good, summary=f"{said}, as of {of.as_of.of[0].at}; {time}.")


def _undecided(check: str) -> str:
    return f"NOT DECIDED: {terms_of(check).undecided} ({check})."


def _time_in_words(report: Report, checkpoint: Established[OpenedCheckpoint], trust: Trust) -> str:
    if _has_passed(report, "as_of.time"):
        return f"the time is proven by {_witnesses(report.cosigned)}"
    own = "the time is the service’s word"
    seen = trust.cosigned_at(checkpoint.of[0]) if checkpoint.of else None
    if seen is None or not _has_passed(report, "record.inclusion"):
        return own
    count = sum(time * 1000 <= seen for _, time in checkpoint.of[0].cosignatures)
    at = datetime(1970, 1, 1, tzinfo=timezone.utc) + timedelta(milliseconds=seen)
    moment = at.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return f"{own}, and {_witnesses(count)} saw the record in the log by {moment}"


def _witnesses(count: int) -> str:
    """Of an answer alone, the witnesses are not counted."""
    return "witnesses" if count == 0 else f"{count} witness{'' if count == 1 else 'es'}"


def _has_passed(report: Report, check: str) -> bool:
    return any(each.check == check and each.outcome == "passed" for each in report.checks)
