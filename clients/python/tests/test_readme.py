"""The code of the README, as it stands."""

from __future__ import annotations

import asyncio
import base64
import json
import re
import sys
import types
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest
from conftest import ROOT, Service

import record_verification.webhooks as webhooks
from record_verification import RecordVerification

README = (Path(__file__).parents[1] / "README.md").read_text("utf-8")
PROGRAMS = re.findall(r"^```python\n(.*?)^```", README, re.DOTALL | re.MULTILINE)
RECEIVERS = dict(re.findall(r"^### (\w+)\n\n```python receiver\n(.*?)^```", README, re.DOTALL | re.MULTILINE))
DELIVERY: dict[str, Any] = json.loads((ROOT / "docs/vectors/deliveries.json").read_text())[0]


def test_the_tasks(
    service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "keys.json").write_text(json.dumps(service.keys))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SERVICE_URL", service.url)
    monkeypatch.setenv("SERVICE_TOKEN", service.tokens["admin"])
    scope: dict[str, Any] = {}
    printed: list[list[str]] = []
    for program in PROGRAMS:
        exec(compile(program, "README.md", "exec"), scope)
        printed.append(capsys.readouterr().out.splitlines())
    verified, tampered, registered, signed, events = printed
    assert verified == ["passed []"]
    assert tampered[0] == "True" and re.fullmatch(r"False \w+\.\w+", tampered[1])
    assert registered == ["active 1", "['active', 'authority.not_found']"]
    assert signed == ["2"]
    # What the programs before it wrote may arrive after the cursor, and no event that was printed arrives again.
    assert 0 <= int(events[-1]) < len(events) - 1


def test_the_page_to_build_with(
    service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "keys.json").write_text(json.dumps(service.keys))
    admin = RecordVerification(base_url=service.url, token=service.tokens["admin"])
    shop = admin.credentials.issue(name="Shop", capabilities=["write", "verify", "read", "subscribe"])
    authority = admin.authorities.grant(issuer="Shop", scope=["verify"], valid_until="2099-12-31T00:00:00Z")
    monkeypatch.setenv("SERVICE_URL", service.url)
    monkeypatch.setenv("SERVICE_TOKEN", shop.token or "")
    monkeypatch.setenv("SERVICE_AUTHORITY", authority.id)
    monkeypatch.setenv("SERVICE_KEYS", str(tmp_path / "keys.json"))
    scope: dict[str, Any] = {}
    page = (ROOT / "docs/build.md").read_text("utf-8")
    for program in re.findall(r"^```python\n(.*?)^```", page, re.DOTALL | re.MULTILINE):
        exec(compile(program, "build.md", "exec"), scope)
    printed = ["active 1", "passed", "active", "404 record.not_found", "service.record.revoked"]
    assert capsys.readouterr().out.splitlines() == printed


@pytest.mark.parametrize("framework", ["FastAPI", "Flask", "Django"])
def test_receivers(framework: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("SIGNING_SECRETS", " ".join(DELIVERY["keys"]))
    at = datetime.fromisoformat(DELIVERY["now"].replace("Z", "+00:00")).astimezone(UTC)
    monkeypatch.setattr(webhooks.time, "time", at.timestamp)
    module = types.ModuleType(f"receiver_{framework.lower()}")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    exec(compile(RECEIVERS[framework], "README.md", "exec"), module.__dict__)
    headers = {**dict(DELIVERY["headers"]), "Content-Type": "application/json"}
    body = base64.b64decode(DELIVERY["body"])

    def post(content: bytes) -> int:
        if framework != "FastAPI":
            with httpx.Client(transport=httpx.WSGITransport(module.app)) as client:
                return client.post("http://receiver.example/hook", content=content, headers=headers).status_code

        async def send() -> int:
            async with httpx.AsyncClient(transport=httpx.ASGITransport(module.app)) as client:
                answer = await client.post("http://receiver.example/hook", content=content, headers=headers)
                return answer.status_code

        return asyncio.run(send())

    assert [post(body), post(body), post(body.replace(b"active", b"revoked"))] == [204, 204, 400]
    assert len(capsys.readouterr().out.splitlines()) == 1
