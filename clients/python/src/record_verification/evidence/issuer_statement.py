"""What an issuer with its own key signs: one transition at one place in one record's history."""

from __future__ import annotations

from typing import Any, TypedDict

from .strict_json import canonical_json


class IssuerStatement(TypedDict):
    """One place: the record as it is after the transition, and the element before.

    For a registration, ``record_id`` and ``previous`` are None, and ``sequence`` is 1.
    """

    log: str
    """Origin of the log."""
    project_id: str
    authority_id: str
    type: str
    """``service.record.registered``, ``service.record.amended`` and so on."""
    record_id: str | None
    sequence: int
    previous: str | None
    """Digest of the element before."""
    origin: str
    external_id: str | None
    content_digest: str
    expires_at: str | None
    """ISO 8601 in UTC with milliseconds."""
    successor_id: str | None


def issuer_text(statement: IssuerStatement) -> bytes:
    """The signed bytes: ``issuer/v1``, a line feed, and the statement in its canonical form (RFC 8785)."""
    return f"issuer/v1\n{canonical_json({**statement})}".encode()


def issuer_statement_of(content: dict[str, Any]) -> IssuerStatement:
    """What is signed for a record’s element."""
    return {
        "log": content["log"],
        "project_id": content["project_id"],
        "authority_id": content["authority"]["id"],
        "type": content["type"],
        "record_id": None if content["previous"] is None else content["record_id"],
        "sequence": content["sequence"],
        "previous": content["previous"],
        "origin": content["origin"],
        "external_id": content["external_id"],
        "content_digest": content["content_digest"],
        "expires_at": content["expires_at"],
        "successor_id": content["successor_id"],
    }
