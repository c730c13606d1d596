"""Verification of bundles and of answers without their bundles."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from .answers import received_answer
from .checkpoints import OpenedCheckpoint
from .errors import EvidenceError
from .forms import bundle as bundle_form
from .options import VerifyOptions
from .report import Checklist, Report, absent
from .run import ALONE, Run
from .strict_json import parse_strict_json
from .time_checks import open_pinned
from .trust import Trust


def verify_bundle(evidence: str | bytes, trust: Trust, options: VerifyOptions | None = None) -> Report:
    """Checks an evidence bundle against the verifier's trust only. Never raises because of the bundle's content."""
    checks = Checklist()
    json = checks.take("bundle.json", lambda: parse_strict_json(evidence))

    def read() -> dict[str, Any]:
        bundle_form(json.value, "bundle")
        return json.value

    bundle = checks.take("bundle.form", read)
    return Run(checks, trust, options or VerifyOptions(), bundle).of_bundle()


def verify_answer(
    body: str | bytes,
    headers: dict[str, str],
    trust: Trust,
    *,
    request: dict[str, Any] | None = None,
    nonce: str | None = None,
    options: VerifyOptions | None = None,
) -> Report:
    """Checks an answer by its headers, without its bundle, under the keys of the trust document.

    ``request`` is the body that was sent (default: a plain verification of the answered record), ``nonce`` what
    ``Service-Nonce`` was. That the log published the keys, and revoked none, only a bundle proves.
    """
    given = options or VerifyOptions()
    checks = Checklist()
    json = checks.take("bundle.json", lambda: parse_strict_json(body))
    answer = checks.take("bundle.form", lambda: received_answer(json.value, headers, request, nonce))
    asked = given.request if request is None else request
    merged = replace(given, request=asked, nonce=given.nonce if nonce is None else nonce)
    return Run(checks, trust, merged, absent(ALONE)).of_answer(answer)


def verify_checkpoint(note: str, trust: Trust, options: VerifyOptions | None = None) -> OpenedCheckpoint:
    """Opens a checkpoint of the pinned log that a quorum of the pinned witnesses cosigned; of the options, only ``now`` and
    ``clock_slack`` count. Cosignatures from the future do not.

    Raises EvidenceError; its code is ``checkpoint.witnesses`` where only cosignatures are missing.
    """
    opened = open_pinned(note, trust, (options or VerifyOptions()).freshness)
    if trust.quorum is not None and trust.cosigned_at(opened) is None:
        raise EvidenceError("checkpoint.witnesses", "Too few witnesses cosigned the checkpoint.")
    return opened
