"""Signatures and salts of elements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .answers import ANSWERS_TYPE
from .authority_checks import element_named
from .elements import Chain, Element
from .encoding import decode_base64url, digest_bytes, moment
from .errors import CheckFailed
from .signatures import DetachedJws, parse_detached_jws, signature_holds
from .strict_json import canonical_json
from .time_checks import Freshness, KeyOf, check_key_time
from .transitions import RULES
from .trust import KeyTerms


def check_answer_key(signature: str, key_of: KeyOf) -> tuple[DetachedJws, KeyTerms]:
    """The key of an answer may sign answers. Raises CheckFailed."""
    jws = parse_detached_jws(signature, ANSWERS_TYPE)
    key = key_of(jws.key_id)
    if key is None:
        raise CheckFailed("no such key is published")
    if key.purpose != "answer":
        raise CheckFailed(f"it is a key for {key.purpose}")
    if key.invalid_since is not None:
        # A thief of the key can choose the signed times, so no date makes an answer trustworthy.
        raise CheckFailed("it was revoked because it was compromised")
    return jws, key


def check_signatures(chains: Sequence[Chain], key_of: KeyOf, *, even_compromised: bool = False) -> None:
    """Every element is signed with a published provenance key that was not compromised at the time."""
    for chain in chains:
        for element in chain.elements:
            key = None if element.signature is None else key_of(element.signature["key_id"])
            if key is None or key.purpose != "provenance" or not _is_signed_by(element, key):
                raise CheckFailed(f"the signature of an element of {chain.subject_id} is not good")
            since = None if even_compromised else key.invalid_since
            if since is not None and moment(element.content["occurred_at"]) >= moment(since):
                raise CheckFailed(f"an element of {chain.subject_id} is signed with a compromised key")


def _is_signed_by(element: Element, key: KeyTerms) -> bool:
    signature = element.signature
    return signature is not None and signature_holds(key.public_key, digest_bytes(element.digest), signature["value"])


def check_issuers(records: Sequence[Chain], authorities: Sequence[Chain]) -> None:
    """Registrations and amendments by an authority with its own key have its signature, and no other element has one."""
    for chain in records:
        for element in chain.elements:
            if not _is_signed_as_demanded(element.content, authorities):
                raise CheckFailed(f"the issuer did not sign an element of {chain.subject_id} so")


def _is_signed_as_demanded(content: dict[str, Any], authorities: Sequence[Chain]) -> bool:
    signature = content["issuer_signature"]
    if not RULES["record"]["transitions"][content["type"]]["issuer_signs"]:
        return signature is None
    authority = element_named(content["authority"], authorities)
    if authority is None:
        return False
    public_key = authority["public_key"]
    if public_key is None or signature is None:
        return public_key is None and signature is None
    stated = {
        name: content[name] for name in ("log", "project_id", "origin", "external_id", "content_digest", "expires_at")
    }
    statement = {**stated, "authority_id": content["authority"]["id"]}
    return signature_holds(public_key, f"issuer/v1\n{canonical_json(statement)}".encode(), signature)


def check_key_times(chains: Sequence[Chain], key_of: KeyOf, freshness: Freshness) -> None:
    """Each element was signed while its key counted. Raises CheckFailed, NotChecked."""
    for chain in chains:
        for element in chain.elements:
            key = None if element.signature is None else key_of(element.signature["key_id"])
            check_key_time(key, element.content["occurred_at"], freshness)


def check_salts(chains: Sequence[Chain]) -> None:
    """Every element has its own salt: a reader of one could otherwise compute the next slot of another subject."""
    seen: set[str] = set()
    for chain in chains:
        for element in chain.elements:
            salt = element.content["salt"]
            if len(decode_base64url(salt)) != 16 or salt in seen:
                raise CheckFailed(f"the salt of an element of {chain.subject_id} is none of its own")
            seen.add(salt)
