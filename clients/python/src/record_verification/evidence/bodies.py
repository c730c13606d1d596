"""The body of an answer, compared with the chains."""

from __future__ import annotations

from .answer_rules import CHAIN_SHOWN
from .answered_records import AnsweredRecord
from .encoding import digest_text, is_text, moment
from .errors import CheckFailed
from .strict_json import canonical_json
from .transitions import state_at



def check_record(answered: AnsweredRecord) -> None:
    """The record of an answer is its chain's newest element. Raises CheckFailed."""
    record, newest = answered.envelope["record"], answered.chain.newest.content
    if record["id"] != newest["record_id"] or record["version"] != newest["sequence"]:
        raise CheckFailed("the answer says another record or version than the chain")


def check_state(answered: AnsweredRecord) -> None:
    """The state that an answer says is that at its moment. Raises CheckFailed."""
    envelope = answered.envelope
    state = state_at("record", answered.chain.newest.content, moment(envelope["verified_at"]))
    if envelope["record"]["state"] != state or envelope["evidence"].get("state", state) != state:
        raise CheckFailed(f"the answer says another state than the chain, {state}")


def check_provenance(answered: AnsweredRecord) -> None:
    """The elements that an answer shows are those of the chain. Raises CheckFailed."""
    provenance, chain = answered.envelope["evidence"].get("provenance"), answered.chain
    if provenance is None:
        return
    if provenance["chain_length"] != len(chain.elements):
        raise CheckFailed("the answer says another length of the chain")
    if canonical_json(provenance["chain"]) != canonical_json(list(chain.shown[-CHAIN_SHOWN:])):
        raise CheckFailed("the answer shows other elements than the newest of the chain")
    if provenance["origin"] != chain.newest.content["origin"]:
        raise CheckFailed("the answer says another origin than the chain")


def check_lookup(answered: AnsweredRecord) -> None:
    """What an answer says of its lookup agrees with the chain. Raises CheckFailed."""
    lookup, newest = answered.envelope["evidence"].get("lookup"), answered.chain.newest.content
    if lookup is None:
        return
    by, asked = lookup["by"], answered.asked
    if "authority_id" in asked and asked["authority_id"] != newest["authority"]["id"]:
        raise CheckFailed("the record is one of another authority than was asked for")
    wanted = asked.get(by)
    if not is_text(wanted):
        raise CheckFailed("the request names no text")
    name = "external_id" if by == "external_id" else "content_digest"
    value = digest_text(wanted) if by == "content" else wanted
    if all(element.content[name] != value for element in answered.chain.elements):
        raise CheckFailed("the record never had what was asked for")
    if lookup["current"] != (newest[name] == value):
        raise CheckFailed("the answer says something else about now than the chain")
