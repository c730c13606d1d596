"""An issuer with a key of its own: what it signs, and what a report says where it did not."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from typing import Any

import httpx
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from test_vectors import judge, read

from record_verification import EvidenceFault, RecordVerification, TransportError
from record_verification._json import write_json
from record_verification.evidence.encoding import digest_text
from record_verification.evidence.issuer_statement import IssuerStatement, issuer_statement_of, issuer_text
from record_verification.evidence.signatures import signature_holds
from record_verification.evidence.strict_json import canonical_json
from record_verification.issuer import Issuer, public_key_of, sign_issuer_statement, statement_of_registration

BUNDLE: dict[str, Any] = read("bundle.json")
NEWEST: dict[str, Any] = BUNDLE["record"][-1]
PUBLIC_KEY: str = BUNDLE["authorities"][NEWEST["authority"]["id"]][0]["public_key"]


def holds(statement: dict[str, Any]) -> bool:
    return signature_holds(PUBLIC_KEY, issuer_text(statement), NEWEST["issuer_signature"])  # type: ignore[arg-type]


@pytest.mark.parametrize("member", IssuerStatement.__annotations__)
def test_a_signature_is_over_every_member(member: str) -> None:
    statement: dict[str, Any] = {**issuer_statement_of(NEWEST)}
    assert holds(statement)
    value = statement[member]
    changed = value + 1 if isinstance(value, int) else f"{value}x"
    assert not holds({**statement, member: changed})


def test_a_key_and_a_function_sign_alike() -> None:
    key = Ed25519PrivateKey.generate()
    statement = issuer_statement_of(NEWEST)
    signature = sign_issuer_statement(statement, key)
    assert signature == sign_issuer_statement(statement, key.sign)
    assert signature_holds(public_key_of(key), issuer_text(statement), signature)
    with pytest.raises(ValueError):
        sign_issuer_statement(statement, lambda _: b"")


def test_a_time_is_signed_and_sent_alike_in_any_form() -> None:
    moment = datetime(2030, 1, 1, 1, microsecond=1500, tzinfo=timezone(timedelta(hours=1)))

    def signed(expires_at: datetime | str) -> IssuerStatement:
        body = {"authority_id": "aut_1", "origin": "x", "external_id": "y", "content": "z", "expires_at": expires_at}
        return statement_of_registration("records.example", "prj_1", body)

    assert signed(moment) == signed("2030-01-01T00:00:00.001Z")
    assert write_json({"expires_at": moment}) == b'{"expires_at":"2030-01-01T00:00:00.001Z"}'
    with pytest.raises(ValueError, match="time zone"):
        signed(datetime(2030, 1, 1))


def test_a_report_names_what_the_project_stopped() -> None:
    case = next(each for each in read("cases.json") if each["name"] == "a record that is revoked, as its verdict says")
    abouts = [each.about for each in judge(case).checks if each.check == "record.issuer_signatures"]
    assert abouts == ["stopped by the project, not signed by the issuer: element 3 of rec_1"]


def test_nothing_is_signed_behind_an_element_that_was_changed() -> None:
    elements: list[dict[str, Any]] = [*BUNDLE["record"]]

    def answer(request: httpx.Request) -> httpx.Response:
        assert request.url.path.endswith("/history")
        return httpx.Response(200, json={"data": elements, "next_cursor": None})

    http = httpx.Client(transport=httpx.MockTransport(answer))
    client = RecordVerification(token="svc_dev_x", base_url="http://service.example", http=http)
    issuer = Issuer(client, Ed25519PrivateKey.generate(), log="records.example")
    record_id = NEWEST["record_id"]
    signed = issuer.change(record_id, "revoke", reason="r")
    assert (signed["sequence"], signed["previous"]) == (len(elements) + 1, NEWEST["digest"])
    with pytest.raises(EvidenceFault, match="record.subject"):
        issuer.change("rec_other", "revoke", reason="r")
    elements[-1] = {**NEWEST, "origin": "https://other.example/"}
    with pytest.raises(EvidenceFault, match="record.digests"):
        issuer.change(record_id, "revoke", reason="r")


@pytest.mark.parametrize(
    ("body", "error"),
    [
        (None, TransportError),
        ({"data": "abc", "next_cursor": None}, TransportError),
        ({"data": [NEWEST]}, TransportError),
        ({"data": [NEWEST], "next_cursor": {}}, TransportError),
        ({"data": [NEWEST], "next_cursor": "a"}, TransportError),
        ({"data": [], "next_cursor": None}, EvidenceFault),
        ({"data": [7], "next_cursor": None}, EvidenceFault),
        ({"data": [{"record_id": NEWEST["record_id"]}], "next_cursor": None}, EvidenceFault),
    ],
)
def test_nothing_is_signed_behind_what_is_no_history(body: Any, error: type[Exception]) -> None:
    http = httpx.Client(transport=httpx.MockTransport(lambda request: httpx.Response(200, json=body)))
    client = RecordVerification(token="svc_dev_x", base_url="http://service.example", http=http)
    with pytest.raises(error):
        Issuer(client, Ed25519PrivateKey.generate(), log="l").change(NEWEST["record_id"], "revoke", reason="r")


def test_nothing_is_signed_behind_an_element_without_its_form() -> None:
    content = {"format": "element/v1", "record_id": NEWEST["record_id"]}
    element = {**content, "digest": digest_text(canonical_json(content)), "signature": {}}
    test_nothing_is_signed_behind_what_is_no_history({"data": [element], "next_cursor": None}, EvidenceFault)
