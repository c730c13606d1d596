"""All published vectors: what must be accepted, and which check must fail."""

from __future__ import annotations

import base64
import copy
import json
import os
import struct
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
from record_verification.evidence.answer_rules import ANSWER_RULES
from record_verification.evidence.errors import CheckFailed
from record_verification.evidence.checkpoints import open_checkpoint
from record_verification.evidence.strict_json import canonical_json, parse_strict_json

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "docs" / "vectors"
JCS = ROOT / "test" / "vectors" / "jcs"


def read(name: str) -> Any:
    return json.loads((FOLDER / name).read_text("utf-8"))


def read_more(name: str) -> list[dict[str, Any]]:
    """The published cases, and those that scripts/random-vectors.mjs wrote."""
    folder = os.environ.get("RANDOM_VECTORS")
    return read(name) + (json.loads((Path(folder) / name).read_text("utf-8")) if folder else [])


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


@pytest.mark.parametrize("case", read_more("cases.json"), ids=lambda case: f"{case['group']}: {case['name']}")
def test_evidence(case: dict[str, Any]) -> None:
    report = judge(case)
    failure = report.first_failure
    assert (None if failure is None else failure.check) == case["check"]
    assert (report.failed, report.undecided) == (case["failed"], case["undecided"])
    assert report.ok == (case["check"] is None)
    assert (report.good, report.summary) == (case["good"], case["summary"])
    about = next(each.about for each in report.checks if each.check == "elements.merge_delay")
    assert about == (f"late: {', '.join(case['late'])}" if "late" in case else "")


@pytest.mark.parametrize("vector", read("policies.json"), ids=lambda vector: vector["name"])
def test_policies(vector: dict[str, Any]) -> None:
    pinned = None if vector["pinned"] is None else PinnedPolicy(**vector["pinned"])
    codes = {"policy.unsigned": "policy.signature", "policy.replaced": "policy.version"}
    try:
        signed = open_policy(vector["note"], pinned)
        now = moment(vector["now"]).timestamp() * 1000
        check = None if signed.is_current(int(now)) and not signed.is_of_the_future(int(now)) else "policy.expiry"
    except EvidenceError as error:
        check = codes.get(error.code, "policy.form")
    assert check == vector["check"]


@pytest.mark.parametrize("vector", read("checkpoints.json"), ids=lambda vector: vector["name"])
def test_checkpoints(vector: dict[str, Any]) -> None:
    trust = parse_trust(patched(read("keys.json"), vector.get("trust", [])))
    try:
        opened = verify_checkpoint(vector["note"], trust, VerifyOptions(now=moment(vector["now"])))
    except EvidenceError as error:
        check = error.code if error.code == "checkpoint.witnesses" else "checkpoint.signature"
        assert check == vector["check"]
        return
    assert vector["check"] is None
    at = trust.cosigned_at(opened)
    expected = {"size": opened.size, "cosigned": len(opened.cosignatures)}
    assert {**expected, "cosigned_at": None if at is None else at / 1000} == vector["opened"]


@pytest.mark.parametrize("vector", read("trusts.json"), ids=lambda vector: vector["name"])
def test_pinned_keys(vector: dict[str, Any]) -> None:
    code = None
    try:
        parse_trust(patched(read("keys.json"), vector["patch"]))
    except EvidenceError as error:
        code = error.code
    assert code == vector["code"]


def test_answers_are_held_against_the_rules_of_the_service() -> None:
    published = json.loads((ROOT / "docs" / "answer-rules.json").read_text("utf-8"))
    assert list(ANSWER_RULES) == [each["rule"] for each in published]
    assert [check for check, _ in ANSWER_RULES.values()] == [each["check"] for each in published]


CONTRADICTIONS = [each for each in read("cases.json") if each["group"] == "answers that contradict themselves"]


@pytest.mark.parametrize("case", CONTRADICTIONS, ids=lambda case: case["name"])
def test_a_contradiction_breaks_the_rule_that_it_names(case: dict[str, Any]) -> None:
    rule = case["name"].split(":")[0]
    check, _ = ANSWER_RULES[rule]
    why = next(each.why for each in judge(case).checks if each.check == check)
    assert why == f"the answer contradicts itself: {rule}"


@pytest.mark.parametrize("vector", read("json.json"), ids=json.dumps)
def test_canonical_json(vector: dict[str, Any]) -> None:
    try:
        if "double" in vector:
            value = struct.unpack(">d", bytes.fromhex(vector["double"]))[0]
        else:
            value = parse_strict_json(vector["text"].encode())
        assert canonical_json(value) == vector["canonical"]
    except EvidenceError as error:
        assert error.code == vector.get("code")


@pytest.mark.parametrize("name", sorted(each.name for each in (JCS / "input").iterdir()))
def test_the_vectors_of_json_canonicalization(name: str) -> None:
    value = json.loads((JCS / "input" / name).read_bytes())
    assert canonical_json(value).encode() == (JCS / "output" / name).read_bytes()


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
