"""All published vectors: what must be accepted, and which check must fail."""

from __future__ import annotations

import base64
import copy
import json
import time
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from record_verification._learned_keys import LearnedKeys
from record_verification.evidence import (
    EvidenceError,
    LogEntries,
    PinnedPolicy,
    Report,
    VerifyOptions,
    open_policy,
    parse_trust,
    verify_answer,
    verify_bundle,
    verify_checkpoint,
)
from record_verification.evidence.errors import CheckFailed
from record_verification.evidence.checkpoints import open_checkpoint
from record_verification.webhooks import DeliveryError, verify_delivery

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "docs" / "vectors"


def read(name: str) -> Any:
    return json.loads((FOLDER / name).read_text("utf-8"))


def patched(value: Any, patch: list[dict[str, Any]]) -> Any:
    root: dict[str, Any] = {"": copy.deepcopy(value)}
    for each in patch:
        *path, last = [name.replace("~1", "/").replace("~0", "~") for name in each["path"].split("/")]
        at: Any = root
        for name in path:
            at = at[int(name)] if isinstance(at, list) else at[name]
        if isinstance(at, list):
            index = len(at) if last == "-" else int(last)  # type: ignore[arg-type]
            if each["op"] == "remove":
                del at[index]
            elif each["op"] == "add":
                at.insert(index, each["value"])  # type: ignore[union-attr]
            else:
                at[index] = each["value"]
        elif each["op"] == "remove":
            del at[last]
        else:
            at[last] = each["value"]
    return root[""]


def evidence_of(case: dict[str, Any]) -> bytes:
    base = (FOLDER / case["of"]).read_bytes()
    if "splice" in case:
        at, end = case["splice"]["at"], case["splice"]["at"] + case["splice"]["remove"]
        return base[:at] + base64.b64decode(case["splice"]["insert"]) + base[end:]
    return json.dumps(patched(json.loads(base), case.get("patch", []))).encode()


def moment(text: str) -> datetime:
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def options_of(told: dict[str, Any]) -> VerifyOptions:
    return VerifyOptions(
        checkpoint=told.get("checkpoint"),
        max_age=told.get("max_age_seconds"),
        clock_slack=told.get("clock_slack_seconds", 30),
        now=moment(told["now"]) if "now" in told else None,
        nonce=told.get("nonce"),
        request=told.get("request"),
        entries=LogEntries.of(base64.b64decode(told["entries"])) if "entries" in told else None,
        need_newest=told.get("require_newest", False),
    )


def judge(case: dict[str, Any]) -> Report:
    trust = parse_trust(patched(read("keys.json"), case.get("trust", [])))
    options, evidence = options_of(case.get("options", {})), evidence_of(case)
    if case["of"] == "bundle.json":
        return verify_bundle(evidence, trust, options)
    stored = json.loads(evidence)
    return verify_answer(
        json.dumps(stored["body"]),
        stored["headers"],
        trust,
        request=stored["request"],
        nonce=stored["nonce"],
        options=options,
    )


@pytest.mark.parametrize("case", read("cases.json"), ids=lambda case: f"{case['group']}: {case['name']}")
def test_evidence(case: dict[str, Any]) -> None:
    report = judge(case)
    failure = report.first_failure
    assert (None if failure is None else failure.check) == case["check"]
    assert (report.failed, report.undecided) == (case["failed"], case["undecided"])
    assert report.ok == (case["check"] is None)


@pytest.mark.parametrize("vector", read("policies.json"), ids=lambda vector: vector["name"])
def test_policies(vector: dict[str, Any]) -> None:
    pinned = None if vector["pinned"] is None else PinnedPolicy(**vector["pinned"])
    codes = {"policy.unsigned": "policy.signature", "policy.replaced": "policy.version"}
    try:
        signed = open_policy(vector["note"], pinned)
        now = moment(vector["now"]).timestamp() * 1000
        check = None if signed.is_current(int(now)) else "policy.expiry"
    except EvidenceError as error:
        check = codes.get(error.code, "policy.form")
    assert check == vector["check"]


@pytest.mark.parametrize("vector", read("checkpoints.json"), ids=lambda vector: vector["name"])
def test_checkpoints(vector: dict[str, Any]) -> None:
    trust = parse_trust(patched(read("keys.json"), vector.get("trust", [])))
    try:
        opened = verify_checkpoint(vector["note"], trust)
    except EvidenceError as error:
        check = error.code if error.code == "checkpoint.witnesses" else "checkpoint.signature"
        assert check == vector["check"]
        return
    assert vector["check"] is None
    at = trust.cosigned_at(opened)
    expected = {"size": opened.size, "cosigned": len(opened.cosignatures)}
    assert {**expected, "cosigned_at": None if at is None else at / 1000} == vector["opened"]


@pytest.mark.parametrize("vector", read("deliveries.json"), ids=lambda vector: vector["name"])
def test_deliveries(vector: dict[str, Any]) -> None:
    code = None
    try:
        verify_delivery(
            vector["headers"],
            base64.b64decode(vector["body"]),
            vector["keys"],
            now=moment(vector["now"]),
            tolerance=vector.get("tolerance_seconds", 300),
        )
    except DeliveryError as error:
        code = error.code
    assert code == vector["code"]


def test_rules_are_those_of_the_service() -> None:
    published = (ROOT / "docs" / "transitions.json").read_bytes()
    own = ROOT / "clients" / "python" / "src" / "record_verification" / "evidence" / "transitions.json"
    assert own.read_bytes() == published


@pytest.mark.parametrize(
    ("off", "code"), [(-400, "timestamp.too_new"), (-60, None), (60, None), (400, "timestamp.too_old")]
)
def test_a_delivery_bears_a_clock_that_is_a_little_off(
    off: float, code: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    delivery = next(each for each in read("deliveries.json") if each["code"] is None)
    now = datetime.fromisoformat(delivery["now"].replace("Z", "+00:00")).timestamp()
    monkeypatch.setattr(time, "time", lambda: now + off)
    body = base64.b64decode(delivery["body"])
    if code is None:
        assert verify_delivery(delivery["headers"], body, delivery["keys"])["id"]
        return
    with pytest.raises(DeliveryError) as refused:
        verify_delivery(delivery["headers"], body, delivery["keys"])
    assert refused.value.code == code


def test_keys_are_taken_only_from_a_log_that_witnesses_saw_lately(monkeypatch: pytest.MonkeyPatch) -> None:
    bundle = (FOLDER / "bundle.json").read_bytes()
    pinned = replace(parse_trust((FOLDER / "keys.json").read_bytes()), keys={})
    cosigned = pinned.cosigned_at(
        open_checkpoint(json.loads(bundle)["checkpoint"], pinned.origin, pinned.log, pinned.witnesses)
    )
    assert cosigned is not None
    learned = LearnedKeys(pinned, 86_400)
    monkeypatch.setattr(time, "time", lambda: cosigned / 1000 + 86_500)
    with pytest.raises(CheckFailed, match="too few witnesses cosigned within 86400 s"):
        learned.learn(bundle)
    assert not learned.trust.keys
    LearnedKeys(replace(pinned, quorum=None, witnesses=[]), 86_400).learn(bundle)
    monkeypatch.setattr(time, "time", lambda: cosigned / 1000 + 86_300)
    learned.learn(bundle)
    assert set(learned.trust.keys) == set(json.loads(bundle)["keys"])
    monkeypatch.setattr(time, "time", lambda: cosigned / 1000 + 86_300 + 3_601)
    assert not learned.trust.keys and not pinned.keys
