"""The client against a running service: faults, tampered answers, pages, errors."""

from __future__ import annotations

import asyncio
import json
import queue
import time
from typing import Any

import pytest
from conftest import Detour, Fault, QuietHandler, Service, serving

from record_verification import (
    AsyncRecordVerification,
    EvidenceFault,
    RecordVerification,
    RequestOptions,
    ServiceError,
    TransportError,
    verify_delivery,
)
from record_verification.evidence import Trust, parse_trust


def registry(client: RecordVerification) -> str:
    granted = client.authorities.grant(issuer="Test", scope=["verify"], valid_until="2099-12-31T00:00:00Z")
    return granted.id


@pytest.fixture
def admin(service: Service) -> RecordVerification:
    return RecordVerification(token=service.tokens["admin"], base_url=service.url, verify=service.keys)


def cut_after(handler: Any, forward: Any) -> bool:
    """The service does what is asked, and the answer is lost."""
    forward()
    handler.close_connection = True
    handler.connection.close()
    return True


def cut_before(handler: Any, forward: Any) -> bool:
    handler.close_connection = True
    handler.connection.close()
    return True


def refuse(status: int, **headers: str) -> Fault:
    def fault(handler: Any, forward: Any) -> bool:
        body = json.dumps({"error": {"code": "service.unavailable", "message": "Later."}}).encode()
        handler.answer(status, headers, body)
        return True

    return fault


def edited(change: Any) -> Fault:
    def fault(handler: Any, forward: Any) -> bool:
        status, headers, body = forward()
        handler.answer(status, headers, change(body))
        return True

    return fault


@pytest.mark.parametrize(
    "faults",
    [
        [cut_after],
        [cut_before],
        [refuse(429, **{"Retry-After": "0"})],
        [refuse(503, **{"Retry-After": "0"}), cut_after],
    ],
    ids=["cut after the service acted", "cut before", "429", "503, then cut"],
)
def test_a_registration_is_retried_and_once_in_effect(service: Service, detour: Detour, faults: list[Fault]) -> None:
    with RecordVerification(token=service.tokens["admin"], base_url=detour.url) as client:
        authority = registry(client)
        detour.faults[:] = faults
        detour.seen.clear()
        record = client.records.register(authority_id=authority, origin="https://a.example", content="x")
        posts = [headers["idempotency-key"] for method, path, headers in detour.seen if path == "/v1/records"]
        assert len(posts) == len(faults) + 1 and len(set(posts)) == 1
        found = list(client.records.list(authority_id=authority))
        assert [each.id for each in found] == [record.id]


def test_retries_end(service: Service, detour: Detour) -> None:
    with RecordVerification(token=service.tokens["admin"], base_url=detour.url, max_retries=1) as client:
        detour.faults[:] = [cut_before] * 2
        with pytest.raises(TransportError) as failure:
            client.records.suspend("rec_example", reason="r", options=RequestOptions(idempotency_key="mine"))
        assert failure.value.idempotency_key == "mine"
        detour.faults[:] = [refuse(503, **{"Retry-After": "0"})] * 2
        with pytest.raises(ServiceError) as refused:
            client.records.read("rec_example")
        assert (refused.value.status, refused.value.code) == (503, "service.unavailable")


def tampered(body: bytes) -> bytes:
    return body.replace(b'"state":"active"', b'"state":"revoked"')


@pytest.mark.parametrize("call", ["verify", "verify_batch", "evidence"])
def test_a_tampered_answer_is_withheld(service: Service, detour: Detour, call: str) -> None:
    client = RecordVerification(token=service.tokens["verify"], base_url=detour.url, verify=service.keys)
    calls: dict[str, Any] = {
        "verify": lambda: client.records.verify(record_id="rec_example"),
        "verify_batch": lambda: client.records.verify_batch(records=[{"record_id": "rec_example"}]),
        "evidence": lambda: client.records.evidence("rec_example"),
    }
    assert calls[call]() is not None
    detour.faults[:] = [edited(tampered)]
    with pytest.raises(EvidenceFault) as fault:
        calls[call]()
    assert fault.value.report is not None and not fault.value.report.ok and fault.value.request_id


def test_a_replayed_answer_is_withheld(service: Service, detour: Detour) -> None:
    client = RecordVerification(token=service.tokens["verify"], base_url=detour.url, verify=service.keys)
    kept: list[Any] = []

    def keep(handler: Any, forward: Any) -> bool:
        kept.append(forward())
        handler.answer(*kept[0])
        return True

    def replay(handler: Any, forward: Any) -> bool:
        handler.answer(*kept[0])
        return True

    detour.faults[:] = [keep, replay]
    client.records.verify(record_id="rec_example")
    with pytest.raises(EvidenceFault):
        client.records.verify(record_id="rec_example")


def test_a_genuine_bundle_of_another_record_is_withheld(service: Service, detour: Detour) -> None:
    admin = RecordVerification(token=service.tokens["admin"], base_url=service.url)
    digest = "sha256:" + "b" * 64
    other = admin.records.register(authority_id=registry(admin), origin="https://o.example", content_digest=digest)
    client = RecordVerification(token=service.tokens["admin"], base_url=detour.url, verify=service.keys)

    def substitute(handler: Any, forward: Any) -> bool:
        handler.path = handler.path.replace(other.id, "rec_example")
        return False

    assert client.records.evidence(other.id, options=RequestOptions(wait=10)) is not None
    detour.faults[:] = [substitute]
    with pytest.raises(EvidenceFault):
        client.records.evidence(other.id)


@pytest.mark.parametrize("path", ["/v1/records/%76erify", "/v1/records/verify/"])
def test_every_spelling_of_a_verification_is_checked(service: Service, detour: Detour, path: str) -> None:
    client = RecordVerification(token=service.tokens["verify"], base_url=detour.url, verify=service.keys)

    def forge(handler: Any, forward: Any) -> bool:
        handler.answer(200, {"Content-Type": "application/json"}, b'{"record":{"id":"rec_example"}}')
        return True

    detour.faults[:] = [forge]
    with pytest.raises(EvidenceFault):
        client.request("POST", path, body={"record_id": "rec_example"})


def test_a_key_that_is_not_pinned_is_learnt_from_a_bundle(service: Service, detour: Detour) -> None:
    trust = parse_trust(service.keys)
    without = Trust(trust.origin, trust.log)
    client = RecordVerification(token=service.tokens["verify"], base_url=detour.url, verify=without)

    def unavailable(handler: Any, forward: Any) -> bool:
        handler.answer(503, {}, b"")
        return True

    # The bundle is asked for again, like anything else that is read.
    detour.faults[:] = [lambda handler, forward: False, unavailable]
    assert client.records.verify(record_id="rec_example").record.id == "rec_example"
    client.records.verify(record_id="rec_example")
    assert [path for _, path, _ in detour.seen].count("/v1/records/rec_example/evidence") == 2


def test_a_learnt_key_is_read_again_after_an_hour(
    service: Service, detour: Detour, monkeypatch: pytest.MonkeyPatch
) -> None:
    trust = parse_trust(service.keys)
    client = RecordVerification(
        token=service.tokens["verify"], base_url=detour.url, verify=Trust(trust.origin, trust.log)
    )
    start, real = time.time(), time.time
    for off in (0, 3500, 3700):
        monkeypatch.setattr(time, "time", lambda off=off: real() + off)
        client.records.verify(record_id="rec_example")
    assert time.time() > start + 3600
    assert [path for _, path, _ in detour.seen].count("/v1/records/rec_example/evidence") == 2
    assert trust.keys and not client._caller._pinned.keys  # type: ignore[union-attr]


@pytest.mark.parametrize(("off", "slack"), [(-3600, 3700), (3600, 30)])
def test_a_clock_that_is_ahead_or_may_be_behind_changes_no_verdict(
    service: Service, off: float, slack: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    trust, real = parse_trust(service.keys), time.time
    monkeypatch.setattr(time, "time", lambda: real() + off)
    for verify in (trust, Trust(trust.origin, trust.log)):
        client = RecordVerification(
            token=service.tokens["verify"], base_url=service.url, verify=verify, clock_slack=slack
        )
        verdict = client.records.verify(record_id="rec_example").evidence.verdict
        assert verdict is not None and verdict.result == "passed"


def test_a_clock_that_is_behind_takes_an_answer_for_one_of_the_future(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    trust, real = parse_trust(service.keys), time.time
    monkeypatch.setattr(time, "time", lambda: real() - 3600)
    client = RecordVerification(token=service.tokens["verify"], base_url=service.url, verify=trust)
    with pytest.raises(EvidenceFault) as fault:
        client.records.verify(record_id="rec_example")
    assert fault.value.report is not None and fault.value.report.failed == ["freshness.answer"]


def test_a_replica_that_lags_gets_the_token_of_the_write_and_is_asked_again(service: Service, detour: Detour) -> None:
    client = RecordVerification(token=service.tokens["admin"], base_url=detour.url)
    record = client.records.register(authority_id=registry(client), origin="https://a.example", content="x")
    detour.seen.clear()
    detour.faults[:] = [refuse(503, **{"Retry-After": "0"})]
    assert client.records.read(record.id).id == record.id
    tokens = [headers.get("service-consistency-token") for _, _, headers in detour.seen]
    assert len(tokens) == 2 and len(set(tokens)) == 1 and tokens[0] is not None


def test_a_batch_without_records_is_returned(service: Service) -> None:
    client = RecordVerification(token=service.tokens["verify"], base_url=service.url, verify=service.keys)
    answer = client.records.verify_batch(records=[{"record_id": "rec_missing"}])
    assert len(answer.data) == 1


def test_a_batch_of_refusals_that_is_not_signed_is_withheld(service: Service, detour: Detour) -> None:
    client = RecordVerification(token=service.tokens["verify"], base_url=detour.url, verify=service.keys)

    def forge(handler: Any, forward: Any) -> bool:
        refusal = {"error": {"code": "record.not_found", "message": "There is none."}}
        handler.answer(200, {"Content-Type": "application/json"}, json.dumps({"data": [refusal]}).encode())
        return True

    detour.faults[:] = [forge]
    with pytest.raises(EvidenceFault):
        client.records.verify_batch(records=[{"record_id": "rec_example"}])


def test_errors_have_their_code_and_no_token(service: Service) -> None:
    client = RecordVerification(token=service.tokens["read"], base_url=service.url)
    with pytest.raises(ServiceError) as error:
        client.records.read("rec_missing")
    assert (error.value.status, error.value.code) == (404, "record.not_found")
    assert error.value.request_id is not None
    with pytest.raises(ServiceError) as refused:
        client.records.suspend("rec_example", reason="r")
    assert refused.value.code == "authority.insufficient_scope"
    for text in (str(error.value), repr(client), repr(refused.value)):
        assert service.tokens["read"] not in text


def test_pages_are_walked_and_cursors_kept(admin: RecordVerification) -> None:
    authority = registry(admin)
    items = [{"authority_id": authority, "origin": f"https://a.example/{n}", "content": str(n)} for n in range(5)]
    admin.records.register_batch(records=items)  # type: ignore[arg-type]
    for states in (["active", "revoked"], ("active",), "active"):
        assert len(list(admin.records.list(authority_id=authority, limit=2, state=states))) == 5
    assert [len(page.data) for page in admin.records.list(authority_id=authority, limit=2).pages()] == [2, 2, 1]
    feed = admin.events.list(limit=100)
    assert sum(1 for _ in feed) > 5 and feed.cursor is not None


def test_what_was_written_is_seen(admin: RecordVerification) -> None:
    record = admin.records.register(authority_id=registry(admin), origin="https://a.example", content="x")
    assert admin.records.suspend(record.id, reason="r").state == "suspended"
    verdict = admin.records.verify(record_id=record.id, options=RequestOptions(wait=10)).evidence.verdict
    assert verdict is not None and (verdict.result, verdict.reasons) == ("failed", ["record.suspended"])
    assert [each.state for each in admin.records.list(external_id=None, authority_id=record.authority_id)] == [
        "suspended"
    ]


def test_each_of_sixty_deliveries_is_verified(admin: RecordVerification) -> None:
    received: queue.Queue[tuple[list[tuple[str, str]], bytes]] = queue.Queue()

    class Handler(QuietHandler):
        def do_POST(self) -> None:
            received.put((self.headers.items(), self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(204)
            self.end_headers()

    item = {"authority_id": registry(admin), "origin": "https://a.example", "content": "x"}
    found: set[str] = set()
    with serving(Handler) as url:
        terms: dict[str, Any] = {"categories": ["record"], "signatures": ["v1", "v1a"]}
        subscription = admin.subscriptions.create(endpoint=url, **terms)
        admin.records.register_batch(records=[item] * 60)  # type: ignore[list-item]
        while len(found) < 60:
            headers, body = received.get(timeout=60)
            for key in (subscription.secret, subscription.public_key):
                found.add(verify_delivery(headers, body, key)["id"])
        admin.subscriptions.revoke(subscription.id, reason="The test has ended.")


def test_the_asynchronous_client(service: Service, detour: Detour) -> None:
    async def run() -> None:
        token = service.tokens["admin"]
        async with AsyncRecordVerification(token=token, base_url=detour.url, verify=service.keys) as client:
            granted = await client.authorities.grant(
                issuer="Test", scope=["verify"], valid_until="2099-12-31T00:00:00Z"
            )
            detour.faults[:] = [cut_after]
            record = await client.records.register(authority_id=granted.id, origin="https://a.example", content="x")
            found = [each.id async for each in client.records.list(authority_id=granted.id)]
            assert found == [record.id]
            answers = await asyncio.gather(*(client.records.verify(record_id=record.id) for _ in range(8)))
            assert {answer.record.id for answer in answers} == {record.id}
            detour.faults[:] = [edited(tampered)]
            with pytest.raises(EvidenceFault):
                await client.records.verify(record_id=record.id)

    asyncio.run(run())
