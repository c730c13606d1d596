"""Signing as the issuer of an authority that has its own key."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from . import models
from ._json import moment_text
from ._exchange import next_page, parsed
from ._model import Model
from ._request import Request, quote
from ._client import RecordVerification
from .errors import EvidenceFault
from .evidence.elements import chain_of, find_element_fault
from .evidence.encoding import digest_text, encode_base64url, is_object
from .evidence.issuer_statement import IssuerStatement, issuer_text
from .evidence.transitions import RULES


class _Elements(Model):
    """A page of a history whose elements stay as they were written: their digests cover that."""

    data: list[Any]
    next_cursor: str | None


IssuerKey = Ed25519PrivateKey | Callable[[bytes], bytes]
"""A private key, or a function that signs bytes with one, as an HSM does; 64 bytes."""


def public_key_of(key: Ed25519PrivateKey) -> str:
    """The public half in base64url, as an authority is granted with it."""
    return encode_base64url(key.public_key().public_bytes_raw())


def sign_issuer_statement(statement: IssuerStatement, key: IssuerKey) -> str:
    """An issuer's signature over one place in one record's history, in base64url."""
    text = issuer_text(statement)
    signature = key.sign(text) if isinstance(key, Ed25519PrivateKey) else key(text)
    if len(signature) != 64:
        raise ValueError("An Ed25519 signature is 64 bytes.")
    return encode_base64url(signature)


def statement_of_registration(log: str, project_id: str, body: Mapping[str, Any]) -> IssuerStatement:
    """What the issuer signs for a registration. Raises ValueError for a body without a name or content."""
    digest = _digest_of(body)
    if body.get("external_id") is None:
        raise ValueError("A record that its issuer signs needs an external_id, which is never used again.")
    if digest is None:
        raise ValueError("Exactly one of content and content_digest must be given.")
    return {
        "log": log,
        "project_id": project_id,
        "authority_id": body["authority_id"],
        "type": "service.record.registered",
        "record_id": None,
        "sequence": 1,
        "previous": None,
        "origin": body["origin"],
        "external_id": body["external_id"],
        "content_digest": digest,
        "expires_at": _moment_of(body.get("expires_at")),
        "successor_id": None,
    }


def statement_of_change(log: str, newest: Mapping[str, Any], action: str, body: Mapping[str, Any]) -> IssuerStatement:
    """What the issuer signs for a change: the record as it will be, behind its newest element."""
    return {
        "log": log,
        "project_id": newest["project_id"],
        "authority_id": newest["authority"]["id"],
        "type": _TYPES[action],
        "record_id": newest["record_id"],
        "sequence": newest["sequence"] + 1,
        "previous": newest["digest"],
        "origin": body.get("origin", newest["origin"]),
        "external_id": newest["external_id"],
        "content_digest": _digest_of(body) or newest["content_digest"],
        "expires_at": _moment_of(body.get("expires_at", newest["expires_at"])),
        "successor_id": body.get("successor_id"),
    }


class Issuer:
    """Signs registrations and changes of records as the issuer of an authority that has its own key.

    The client's credential may read. ``log`` is the origin of the log that is signed for; without it, the service's
    word is taken, which might name another log than the one that you mean.
    """

    def __init__(self, client: RecordVerification, key: IssuerKey, *, log: str | None = None) -> None:
        self._client = client
        self._key = key
        self._log = log
        self._project: models.CurrentProject | None = None

    def registration(self, **body: Any) -> Any:
        """The members of a registration with the signature, for ``client.records.register(**...)``."""
        project = self._current().project
        if project is None:
            raise ValueError("An operator has no records to sign.")
        statement = statement_of_registration(self._origin(), project.id, body)
        return {**body, "issuer_signature": sign_issuer_statement(statement, self._key)}

    def change(self, record_id: str, action: str, **body: Any) -> Any:
        """The members of a change with the signature and its place, for ``client.records.amend(record_id, **...)``."""
        statement = statement_of_change(self._origin(), self._newest(record_id), action, body)
        place = {"sequence": statement["sequence"], "previous": statement["previous"]}
        return {**body, **place, "issuer_signature": sign_issuer_statement(statement, self._key)}

    def _newest(self, record_id: str) -> dict[str, Any]:
        """The newest element of a record.

        Its digest, which is signed, is computed here: nobody can have the issuer repeat an origin or a time that the
        history does not hold.
        """
        request: Request | None = Request("GET", f"/v1/records/{quote(record_id)}/history", {"limit": 100})
        newest: Any = None
        while request is not None:
            page: _Elements = parsed(self._client.request("GET", request.path, query=request.query), _Elements)
            newest = page.data[-1] if page.data else newest
            request = None if page.next_cursor is None else next_page(request, page.next_cursor)
        if not is_object(newest) or newest.get("record_id") != record_id:
            raise EvidenceFault(None, "record.subject: it is another record", None)
        [element] = chain_of(record_id, [{"digest": None, "signature": None, **newest}]).elements
        if find_element_fault("record", None, element, 0) in ("form", "digests"):
            raise EvidenceFault(None, "record.digests: its newest element has another digest, or not the form of one", None)
        return newest

    def _current(self) -> models.CurrentProject:
        if self._project is None:
            self._project = self._client.projects.current()
        return self._project

    def _origin(self) -> str:
        if self._log is None:
            self._log = self._client.log.keys(self._current().environment).log.origin
        return self._log


_TYPES: dict[str, str] = {
    rule["action"]: name for name, rule in RULES["record"]["transitions"].items() if "action" in rule
}


def _digest_of(body: Mapping[str, Any]) -> str | None:
    content, digest = body.get("content"), body.get("content_digest")
    if content is not None and digest is not None:
        raise ValueError("Only one of content and content_digest may be given.")
    return digest if content is None else digest_text(content)


def _moment_of(given: datetime | str | None) -> str | None:
    """The form in which elements have a time, whatever form a body gives it."""
    if given is None:
        return None
    return moment_text(datetime.fromisoformat(given) if isinstance(given, str) else given)
