"""Signatures and salts of elements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .answers import ANSWERS_TYPE
from .authority_checks import element_named
from .elements import Chain, Element
from .encoding import decode_base64url, digest_bytes, moment
from .errors import CheckFailed
from .issuer_statement import issuer_statement_of, issuer_text
from .report import Remark
from .signatures import DetachedJws, parse_detached_jws, signature_holds
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
        # Whoever stole the key can choose the signed times, so no date makes an answer trustworthy.
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


def check_issuers(records: Sequence[Chain], authorities: Sequence[Chain]) -> Remark:
    """Where an authority has its own key, its records' transitions have its signature as the rules say, and no others."""
    stops: list[str] = []
    for chain in records:
        for sequence, element in enumerate(chain.elements, 1):
            if not _is_signed_as_demanded(element.content, authorities):
                raise CheckFailed(f"the issuer did not sign an element of {chain.subject_id} so")
            if _is_stop_by_project(element.content, authorities):
                stops.append(f"element {sequence} of {chain.subject_id}")
    return Remark(f"stopped by the project, not signed by the issuer: {', '.join(stops)}" if stops else "")


def _is_stop_by_project(content: dict[str, Any], authorities: Sequence[Chain]) -> bool:
    """Whether an element is a suspension or a revocation that the issuer has a key for, and did not sign."""
    if _demand(content) != "may" or content["issuer_signature"] is not None:
        return False
    authority = element_named(content["authority"], authorities)
    return authority is not None and authority["public_key"] is not None


def _demand(content: dict[str, Any]) -> str:
    return RULES["record"]["transitions"][content["type"]]["issuer_signs"]


def _is_signed_as_demanded(content: dict[str, Any], authorities: Sequence[Chain]) -> bool:
    signature = content["issuer_signature"]
    authority = element_named(content["authority"], authorities)
    if authority is None:
        return False
    public_key = authority["public_key"]
    if public_key is None:
        return signature is None
    demand = _demand(content)
    # A registration names no record, so that the external id, which is unique forever, is its place.
    if content["external_id"] is None or (signature is None and demand == "must"):
        return False
    if signature is None or demand == "never":
        return signature is None
    return signature_holds(public_key, issuer_text(issuer_statement_of(content)), signature)


def check_key_times(chains: Sequence[Chain], key_of: KeyOf, freshness: Freshness) -> None:
    """Each element was signed while its key was valid. Raises CheckFailed, NotChecked."""
    for chain in chains:
        for element in chain.elements:
            key = None if element.signature is None else key_of(element.signature["key_id"])
            check_key_time(key, element.content["occurred_at"], freshness)


def check_salts(chains: Sequence[Chain]) -> None:
    """Every element has its own salt: a reader of one could otherwise compute the next slot of another subject."""
    # A batch may show a record twice.
    seen: dict[str, str] = {}
    for chain in chains:
        for element in chain.elements:
            salt = element.content["salt"]
            if len(decode_base64url(salt)) != 16 or seen.get(salt, element.digest) != element.digest:
                raise CheckFailed(f"the salt of an element of {chain.subject_id} is none of its own")
            seen[salt] = element.digest
