"""Made from the OpenAPI document by `npm run clients:generate`."""

from __future__ import annotations

from pydantic import Field
from record_verification._model import Model
from typing import Any


class ErrorErrorDetail(Model):
    field: str = Field(..., description="Path of the member; empty for the body as a whole.")
    issue: str = Field(..., description="What is wrong with it.")


class ErrorError(Model):
    code: str = Field(..., description="What went wrong, for programs: codes never change their meaning.")
    message: str = Field(..., description="What went wrong, for people; may change.")
    request_id: str = Field(..., description="Id of the request.")
    docs: str = Field(
        ...,
        description="Address of the page that explains the code; a path where the service does not know its own origin.",
    )
    scope_required: str | None = Field(None, description="Capability that the operation needs.")
    scope_held: list[str] | None = Field(None, description="Capabilities that the credential has.")
    details: list[ErrorErrorDetail] | None = Field(
        None, description="What is wrong with the request, member by member."
    )
    existing_id: str | None = Field(None, description="Id of what has the name already.")
    current_version: int | None = Field(None, description="Version of what prevented the request, when it was refused.")
    current_state: str | None = Field(None, description="State of what prevented the request, when it was refused.")
    overlap_ends_at: str | None = Field(None, description="When the old secret ends, or ended.")
    blocked_by: str | None = Field(None, description="Id of the delivery that has to end first.")


class Error(Model):
    error: ErrorError = Field(..., description="What went wrong.")


class RecordElementAuthority(Model):
    id: str = Field(..., description="Its id.")
    version: int = Field(..., description="Its version, from 1; every change adds one.")
    digest: str = Field(..., description="SHA-256 of the canonical form (RFC 8785).")


class ShownAuthority(Model):
    id: str = Field(..., description="Its id.")
    issuer: str = Field(..., description="Who issues under the authority.")
    scope: list[str] = Field(..., description="What the authority covers.")
    state: str = Field(..., description="Its state.")
    version: int = Field(..., description="Its version, from 1; every change adds one.")
    digest: str = Field(..., description="SHA-256 of the canonical form (RFC 8785).")
    valid_until: str = Field(..., description="Until when the authority is valid.")
    valid_at_event: bool = Field(..., description="Whether the authority was valid when the newest element was made.")
    valid_now: bool = Field(..., description="Whether the authority is valid now.")


class EvidenceLookup(Model):
    by: str = Field(..., description="What the request named the record by.")
    counts: str = Field(..., description="What the two counts rest on: nothing in the answer proves them.")
    current: bool = Field(
        ..., description="Whether the record still has the value that it was looked up by; false for a former content."
    )
    matches: int = Field(..., description="Records that match, within the caller’s project and authorities.")
    revoked_matches: int = Field(..., description="How many of the matches are revoked.")


class Verdict(Model):
    result: str = Field(..., description="Whether the record is good. Only `passed` says yes.")
    reasons: list[str] = Field(..., description="Everything that makes it `failed`.")
    warnings: list[str] = Field(..., description="What does not, but deserves a look.")
    successor_id: str | None = Field(None, description="The record that replaced a superseded one.")


class Receipt(Model):
    log_index: int = Field(..., description="Index of the leaf in the log.")
    tree_size: int = Field(..., description="Size of the tree.")
    root_hash: str = Field(..., description="Root hash of the tree, 32 bytes in base64.")
    inclusion_proof: list[str] = Field(..., description="From the leaf to the root (RFC 6962).")
    checkpoint: str = Field(..., description="The signed note of the tree (C2SP tlog-checkpoint).")


class KeySetKey(Model):
    kty: str = Field(..., description="The key’s type, as JOSE names it.")
    crv: str = Field(..., description="The curve, as JOSE names it.")
    x: str = Field(..., description="32 bytes in base64url.")
    kid: str = Field(..., description="RFC 7638 thumbprint.")
    alg: str = Field(..., description="The algorithm, as JOSE names it.")
    use: str = Field(..., description="What the key is for, as JOSE names it.")
    purpose: str = Field(..., description="What the key signs.")
    state: str = Field(..., description="Its state.")
    published_at: str = Field(..., description="When the key was published.")
    revoked_at: str | None = Field(..., description="When it was revoked; null where it was not.")
    invalid_since: str | None = Field(..., description="Nothing counts that it signed since.")


class KeySetLogRetiredItem(Model):
    vkey: str = Field(..., description="The key (C2SP signed-note).")
    tree_size: int = Field(..., description="Of the largest checkpoint that its signature counts for.")
    retired_at: str = Field(..., description="When it signed no more.")


class KeySetLog(Model):
    origin: str = Field(..., description="Where it comes from.")
    vkeys: list[str] = Field(..., description="What a verifier pins: the keys of the checkpoints (C2SP signed-note).")
    retired: list[KeySetLogRetiredItem] = Field(..., description="Keys that signed checkpoints before.")
    merge_delay: int = Field(..., description="Seconds after its time within which an element is in the log.")


class KeySet(Model):
    keys: list[KeySetKey] = Field(..., description="Every key that signs or has signed.")
    log: KeySetLog = Field(..., description="The transparency log.")


class LogCheckpointsDatum(Model):
    tree_size: int = Field(..., description="Size of the tree.")
    root_hash: str = Field(..., description="Root hash of the tree, 32 bytes in base64.")
    checkpoint: str = Field(..., description="The signed note, as the log signed it then.")
    published_at: str = Field(..., description="When it was published. The note does not say it.")


class LogCheckpoints(Model):
    data: list[LogCheckpointsDatum] = Field(..., description="The items, in order.")


class LogWitnessesDatum(Model):
    name: str = Field(..., description="The name that its cosignatures carry.")
    vkey: str = Field(..., description="Its key for cosignatures (C2SP signed-note).")


class LogWitnesses(Model):
    data: list[LogWitnessesDatum] = Field(..., description="The items, in order.")


class VerificationRecord(Model):
    id: str = Field(..., description="Its id.")
    state: str = Field(..., description="Its state.")
    version: int = Field(..., description="Its version, from 1; every change adds one.")


class Record(Model):
    id: str = Field(..., description="Its id.")
    project_id: str = Field(..., description="Id of the project.")
    authority_id: str = Field(..., description="Id of the authority.")
    issuer: str = Field(..., description="Who issues under the authority.")
    origin: str = Field(..., description="Where it comes from.")
    external_id: str | None = Field(..., description="Your own name for the record, permanently unique in the project.")
    content_digest: str = Field(..., description="SHA-256 of the content.")
    state: str = Field(..., description="Its state.")
    version: int = Field(..., description="Its version, from 1; every change adds one.")
    digest: str = Field(..., description="Digest of the newest element.")
    allowed_transitions: list[str] = Field(
        ...,
        description="What may be done with it in its state, by the paths below it. Some of it also needs an active authority.",
    )
    expires_at: str | None = Field(..., description="When it expires; null for never.")
    successor_id: str | None = Field(..., description="Id of the record that replaces this one; null where none does.")
    reason: str | None = Field(
        ..., description="Why it was last changed, in words; null where it is not stored or was erased."
    )
    metadata: dict[str, str] = Field(
        ..., description="Notes of the project, which prove nothing. They have no part in `version`."
    )
    metadata_version: int = Field(..., description="Rises by one with each change of the metadata; 0 before the first.")
    created_at: str = Field(..., description="When it was created.")
    updated_at: str = Field(..., description="When it last changed.")
    verdict: Verdict | None = Field(
        None, description="What a verification says, where the list is asked for it; null where that fails now."
    )


class RecordBatch(Model):
    data: list[Record | Error] = Field(..., description="The items, in order.")


class RecordPage(Model):
    data: list[Record] = Field(..., description="The items, in order.")
    next_cursor: str | None = Field(..., description="Send it as `cursor` for the next page; null on the last one.")


class Link(Model):
    id: str = Field(..., description="Its id.")
    project_id: str = Field(..., description="Id of the project.")
    record_id: str = Field(..., description="Id of the record.")
    shows: list[str] = Field(..., description="What the page shows.")
    proof: str = Field(..., description="What it discloses.")
    expires_at: str | None = Field(..., description="When it expires; null for never.")
    state: str = Field(..., description="Its state.")
    version: int = Field(..., description="Its version, from 1; every change adds one.")
    reason: str | None = Field(
        ..., description="Why it was last changed, in words; null where it is not stored or was erased."
    )
    created_by: str = Field(..., description="Id of the credential that created it; null where none did.")
    created_at: str = Field(..., description="When it was created.")
    updated_at: str = Field(..., description="When it last changed.")


class CreatedLink(Model):
    id: str = Field(..., description="Its id.")
    project_id: str = Field(..., description="Id of the project.")
    record_id: str = Field(..., description="Id of the record.")
    shows: list[str] = Field(..., description="What the page shows.")
    proof: str = Field(..., description="What it discloses.")
    expires_at: str | None = Field(..., description="When it expires; null for never.")
    state: str = Field(..., description="Its state.")
    version: int = Field(..., description="Its version, from 1; every change adds one.")
    reason: str | None = Field(
        ..., description="Why it was last changed, in words; null where it is not stored or was erased."
    )
    created_by: str = Field(..., description="Id of the credential that created it; null where none did.")
    created_at: str = Field(..., description="When it was created.")
    updated_at: str = Field(..., description="When it last changed.")
    path: str | None = Field(
        ...,
        description="The page’s; behind `#` the id, the secret, the record and, where that is all, `answer`. Here only; null in the answer to a repeated request.",
    )


class LinkPage(Model):
    data: list[Link] = Field(..., description="The items, in order.")
    next_cursor: str | None = Field(..., description="Send it as `cursor` for the next page; null on the last one.")


class Authority(Model):
    id: str = Field(..., description="Its id.")
    project_id: str = Field(..., description="Id of the project.")
    issuer: str = Field(..., description="Who issues under the authority.")
    scope: list[str] = Field(..., description="What the authority covers.")
    valid_until: str = Field(..., description="Until when the authority is valid.")
    public_key: str | None = Field(..., description="Ed25519 key, 32 bytes in base64url; null where there is none.")
    state: str = Field(..., description="Its state.")
    version: int = Field(..., description="Its version, from 1; every change adds one.")
    cause: str | None = Field(..., description="Why it ended, from a closed list; null where it has not.")
    invalid_since: str | None = Field(
        ..., description="For a compromise: since when nothing counts any more; else null."
    )
    reason: str | None = Field(
        ..., description="Why it was last changed, in words; null where it is not stored or was erased."
    )
    created_at: str = Field(..., description="When it was created.")
    updated_at: str = Field(..., description="When it last changed.")


class AuthorityPage(Model):
    data: list[Authority] = Field(..., description="The items, in order.")
    next_cursor: str | None = Field(..., description="Send it as `cursor` for the next page; null on the last one.")


class AuthorityReach(Model):
    from_: str | None = Field(..., alias="from", description="Null where everything is counted.")
    records: int = Field(..., description="Records with an element since then.")
    elements: int = Field(..., description="Elements of these records since then.")
    complete: bool = Field(..., description="Whether all records were looked at, not just the newest 10,000.")


class CredentialRotation(Model):
    overlap_ends_at: str = Field(..., description="When the old secret ends, or ended.")
    old_key_id: str = Field(..., description="The part of the old token that may be shown.")
    old_last_used_at: str | None = Field(
        ...,
        description="When the old token was used last since the rotation, to the minute; null where it was not, and in the answer to a rotation.",
    )


class Acknowledgement(Model):
    pass


class Grant(Model):
    project_id: str | None = Field(..., description="Id of the project; null for all projects, those of later too.")
    role: str = Field(..., description="What they are for it.")


class OperatorKey(Model):
    kind: str = Field(..., description="Its kind.")
    thumbprint: str = Field(
        ..., description="Digest of the key, from which the key cannot be learnt. No two keys have the same."
    )
    added_at: str = Field(..., description="When it was added.")


class Operator(Model):
    id: str = Field(..., description="Its id.")
    state: str = Field(..., description="Its state.")
    version: int = Field(..., description="Its version, from 1; every change adds one.")
    name: str | None = Field(
        ..., description="What they call themselves; null before they redeem the invitation, and once it is erased."
    )
    address: str | None = Field(
        ..., description="Their address for mail; null before they redeem the invitation, and once it is erased."
    )
    grants: list[Grant] = Field(..., description="The roles, as far as the caller may see them.")
    keys: list[OperatorKey] = Field(..., description="What they sign in with, oldest first.")
    invited_by: str | None = Field(
        ...,
        description="Id of the operator or credential that invited them last, or `service:host`; null for one for whom the OIDC provider vouched.",
    )
    invited_at: str = Field(..., description="When they were invited last.")
    invitation_expires_at: str | None = Field(
        ..., description="Until when the newest invitation can be redeemed; null where there is none."
    )
    created_at: str = Field(..., description="When it was created.")
    updated_at: str = Field(..., description="When it last changed.")


class OperatorPage(Model):
    data: list[Operator] = Field(..., description="The items, in order.")
    next_cursor: str | None = Field(..., description="Send it as `cursor` for the next page; null on the last one.")


class InvitedOperatorKey(Model):
    kind: str = Field(..., description="Its kind.")
    thumbprint: str = Field(
        ..., description="Digest of the key, from which the key cannot be learnt. No two keys have the same."
    )
    added_at: str = Field(..., description="When it was added.")


class InvitedOperator(Model):
    id: str = Field(..., description="Its id.")
    state: str = Field(..., description="Its state.")
    version: int = Field(..., description="Its version, from 1; every change adds one.")
    name: str | None = Field(
        ..., description="What they call themselves; null before they redeem the invitation, and once it is erased."
    )
    address: str | None = Field(
        ..., description="Their address for mail; null before they redeem the invitation, and once it is erased."
    )
    grants: list[Grant] = Field(..., description="The roles, as far as the caller may see them.")
    keys: list[InvitedOperatorKey] = Field(..., description="What they sign in with, oldest first.")
    invited_by: str | None = Field(
        ...,
        description="Id of the operator or credential that invited them last, or `service:host`; null for one for whom the OIDC provider vouched.",
    )
    invited_at: str = Field(..., description="When they were invited last.")
    invitation_expires_at: str | None = Field(
        ..., description="Until when the newest invitation can be redeemed; null where there is none."
    )
    created_at: str = Field(..., description="When it was created.")
    updated_at: str = Field(..., description="When it last changed.")
    invitation_link: str | None = Field(
        ...,
        description="The link that they redeem, once. Shown here only; null in the answer to a repeated request. The first person who opens it becomes this operator.",
    )


class EventSubject(Model):
    type: str = Field(..., description="Its type.")
    id: str = Field(..., description="Its id.")
    version: int = Field(..., description="Its version, from 1; every change adds one.")


class Event(Model):
    id: str = Field(..., description="Its id.")
    type: str = Field(..., description="Its type.")
    record_id: str = Field(..., description="The subject’s id, of whatever type it is.")
    state: str = Field(..., description="Its state.")
    evidence: dict[str, Any] = Field(
        ..., description="The element that this event is, and its authority; empty for credentials and subscriptions."
    )
    occurred_at: str = Field(..., description="When it happened.")
    subject: EventSubject = Field(..., description="What it is about.")
    test: bool | None = Field(
        None, description="Present in tests alone: what they tell of does not exist, and never happened."
    )
    previous_state: str | None = Field(
        None, description="State of the record or authority before the event; left out for its first."
    )
    reason: str | None = Field(
        None,
        description="Why; left out where there is none, or it was erased. The SHA-256 of `reason_salt`, a line feed and `reason` is the element’s `reason_digest`.",
    )
    reason_salt: str | None = Field(None, description="Random; comes and is erased with the reason.")
    successor_id: str | None = Field(None, description="The record that took the place of a superseded one.")


class EventPage(Model):
    data: list[Event] = Field(..., description="The items, in order.")
    next_cursor: str = Field(..., description="Leads on from here, also where nothing follows yet.")


class EventCategoriesDatum(Model):
    type: str = Field(..., description="Its type.")
    domain: str = Field(..., description="What the event is about.")
    description: str = Field(..., description="What it is for.")
    schema_: dict[str, Any] = Field(..., alias="schema", description="JSON Schema 2020-12 of the value of `event`.")


class EventCategories(Model):
    data: list[EventCategoriesDatum] = Field(..., description="The items, in order.")


class SubscriptionRotation(Model):
    overlap_ends_at: str = Field(..., description="When the old secret ends, or ended.")
    old_public_key: str = Field(..., description="The public key of the old secret.")


class TestRequest(Model):
    event_id: str = Field(..., description="Of the event that is delivered.")


class Replay(Model):
    id: str = Field(..., description="Its id.")
    subscription_id: str = Field(..., description="Id of the subscription.")
    from_: str = Field(..., alias="from", description="Where it begins.")
    to: str = Field(..., description="Where it ends.")
    only_failed: bool = Field(..., description="Whether only what was not acknowledged is delivered.")
    state: str = Field(
        ..., description="`running` as long as deliveries are planned or pending; `cancelled` with its subscription."
    )
    planned: int = Field(..., description="Deliveries planned so far.")
    pending: int = Field(..., description="Of these, those that go on.")
    succeeded: int = Field(..., description="Those that were acknowledged.")
    exhausted: int = Field(..., description="Those that were given up.")
    created_at: str = Field(..., description="When it was created.")
    updated_at: str = Field(..., description="When it last changed.")


class ReplayPage(Model):
    data: list[Replay] = Field(..., description="The items, in order.")
    next_cursor: str | None = Field(..., description="Send it as `cursor` for the next page; null on the last one.")


class DeliverySummaryDatum(Model):
    subscription_id: str = Field(..., description="Id of the subscription.")
    endpoint: str = Field(..., description="URL that events are posted to.")
    state: str = Field(..., description="Its state.")
    failures: int = Field(..., description="Attempts that failed in a row; 0 after one that was acknowledged.")
    failing_since: str | None = Field(..., description="Since when every attempt has failed; null where none has.")
    next_attempt_at: str | None = Field(
        ..., description="Null where nothing waits, or an attempt is due or being made."
    )
    disabled_after: str | None = Field(
        ..., description="When it is disabled, if every attempt fails until then; null where none has failed."
    )
    pending: int = Field(..., description="Deliveries that wait, of which 10000 at most are counted.")


class DeliverySummary(Model):
    data: list[DeliverySummaryDatum] = Field(..., description="The items, in order.")


class SubscriptionSummaryLastAttempt(Model):
    delivery_id: str = Field(..., description="Id of the delivery.")
    number: int = Field(..., description="Its number, from 1.")
    trigger: str = Field(..., description="Why it was made: by the retry schedule, or because somebody asked for it.")
    at: str = Field(..., description="When it happened.")
    status: int | None = Field(..., description="Null where no answer came.")
    error: str | None = Field(..., description="Why no whole answer came.")
    latency_ms: int = Field(..., description="Milliseconds until the answer, or until none came.")
    answer: str | None = Field(..., description="Its first 1,024 bytes as text.")


class SubscriptionSummary(Model):
    subscription_id: str = Field(..., description="Id of the subscription.")
    endpoint: str = Field(..., description="URL that events are posted to.")
    state: str = Field(..., description="Its state.")
    failures: int = Field(..., description="Attempts that failed in a row; 0 after one that was acknowledged.")
    failing_since: str | None = Field(..., description="Since when every attempt has failed; null where none has.")
    next_attempt_at: str | None = Field(
        ..., description="Null where nothing waits, or an attempt is due or being made."
    )
    disabled_after: str | None = Field(
        ..., description="When it is disabled, if every attempt fails until then; null where none has failed."
    )
    pending: int = Field(..., description="Deliveries that wait, of which 10000 at most are counted.")
    succeeded: int = Field(..., description="Deliveries that were acknowledged.")
    exhausted: int = Field(..., description="Deliveries that were given up.")
    cancelled: int = Field(..., description="Deliveries that ended with the subscription.")
    attempts: int = Field(..., description="Attempts of all of its deliveries, also of those that wait for the next.")
    failed_attempts: int = Field(..., description="Those of them that were not acknowledged.")
    counted_since: str | None = Field(
        ...,
        description="Since when attempts, and deliveries that are over, were counted: the newest 10000 attempts are; null where that is all of them.",
    )
    last_attempt: SubscriptionSummaryLastAttempt | None = Field(
        ..., description="The newest attempt of those that were counted; null before the first."
    )


class DeliveryRequestHeader(Model):
    name: str = Field(..., description="Its name, for people.")
    value: str | None = Field(..., description="Null for what each attempt has its own of, which is not stored.")
    signed: bool = Field(..., description="Whether the signatures cover it, as they do the body.")


class DeliveryRequest(Model):
    delivery_id: str = Field(..., description="Id of the delivery.")
    method: str = Field(..., description="The HTTP method.")
    endpoint: str = Field(..., description="Where the next attempt goes; those before may have gone elsewhere.")
    headers: list[DeliveryRequestHeader] = Field(..., description="The headers, in their order.")
    body: str | None = Field(..., description="The exact text; null where the event was dropped.")


class ReplayCount(Model):
    deliveries: int = Field(..., description="How many a replay would plan now, of what was looked at.")
    complete: bool = Field(..., description="Whether all of the span was looked at: a long one is not.")


class DeliveryAttempt(Model):
    number: int = Field(..., description="Its number, from 1.")
    trigger: str = Field(..., description="Why it was made: by the retry schedule, or because somebody asked for it.")
    at: str = Field(..., description="When it happened.")
    status: int | None = Field(..., description="Null where no answer came.")
    error: str | None = Field(..., description="Why no whole answer came.")
    latency_ms: int = Field(..., description="Milliseconds until the answer, or until none came.")
    answer: str | None = Field(..., description="Its first 1,024 bytes as text.")


class Delivery(Model):
    id: str = Field(..., description="Its id.")
    subscription_id: str = Field(..., description="Id of the subscription.")
    event_id: str = Field(..., description="Id of the event.")
    event_type: str = Field(..., description="Type of the event.")
    state: str = Field(..., description="Its state.")
    attempts: list[DeliveryAttempt] = Field(..., description="Every attempt, oldest first.")
    next_attempt_at: str | None = Field(
        ...,
        description="Null where none is to come, one is due or being made, an earlier event of the same subject is to be delivered first, or the subscription is disabled.",
    )
    waiting: str | None = Field(
        ...,
        description="What a pending delivery waits for: `attempt`, which is due or being made; `schedule`, the time of its next attempt; `endpoint`, which asked for a pause or failed repeatedly; `earlier_delivery`, which `blocked_by` names; `subscription_disabled`, until it is enabled. Null where the delivery is over.",
    )
    blocked_by: str | None = Field(
        ...,
        description="The delivery that has to end first: of an earlier event of the same subject. Null where there is none.",
    )
    created_at: str = Field(..., description="When it was created.")
    updated_at: str = Field(..., description="When its last attempt was made; before the first, when it was created.")


class DeliveryBatch(Model):
    data: list[Delivery | Error] = Field(..., description="The items, in order.")


class DeliveryPage(Model):
    data: list[Delivery] = Field(..., description="The items, in order.")
    next_cursor: str | None = Field(..., description="Send it as `cursor` for the next page; null on the last one.")


class InteractionActor(Model):
    type: str = Field(..., description="Its type.")
    id: str = Field(..., description="Its id.")
    session: str | None = Field(None, description="Id of the session that acted.")


class Interaction(Model):
    format: str = Field(..., description="Names the form, and with it what the members mean.")
    sequence: int = Field(..., description="Of the line in the lane of its `day` and `writer`, from 1.")
    request_id: str = Field(..., description="Id of the request.")
    occurred_at: str = Field(..., description="When it happened.")
    channel: str = Field(..., description="Through what the request came.")
    actor: InteractionActor = Field(..., description="Who asked: a credential, an operator or a part of the service.")
    operation: str = Field(..., description="Name of the operation: `records.verify`.")
    subjects: list[str] = Field(..., description="Ids of what it is about.")
    items: int = Field(..., description="How many operations it counts as.")
    outcome: str = Field(..., description="How it ended.")
    status: int = Field(..., description="HTTP status of the answer.")
    error_code: str | None = Field(..., description="Code of the error; null where there was none.")
    duration_ms: float = Field(..., description="Milliseconds from the arrival of the request to its answer.")
    client: str | None = Field(
        ..., description="Digest of salt, address and user agent, which can be erased; null where nobody called."
    )
    day: str = Field(..., description="Day in UTC.")
    writer: str = Field(..., description="The process that wrote the lane.")
    link: str | None = Field(
        ..., description="Digest that links the line to the one before; null where it is not linked."
    )
    address: str | None = Field(..., description="Address that the request came from; null once it is erased.")
    user_agent: str | None = Field(
        ..., description="`User-Agent` of the request; null where it sent none, or it is erased."
    )


class InteractionPage(Model):
    data: list[Interaction] = Field(..., description="The items, in order.")
    next_cursor: str | None = Field(..., description="Send it as `cursor` for the next page; null on the last one.")


class HistoryCheckDatumFault(Model):
    kind: str = Field(..., description="Its kind.")
    sequence: int = Field(..., description="Its number in the chain, from 1.")
    lines: int = Field(..., description="How many lines.")
    request_id: str | None = Field(..., description="Id of the request.")


class HistoryCheckDatum(Model):
    day: str = Field(..., description="Day in UTC.")
    writer: str = Field(..., description="The process that wrote the lane.")
    lines: int = Field(..., description="How many lines.")
    unsealed: int = Field(..., description="Lines after the last one that a seal in the transparency log stands for.")
    seal: int | None = Field(..., description="Number of the newest seal of the lane.")
    head: str = Field(..., description="The link of the newest line, by which another can check later.")
    sound: bool = Field(..., description="Whether everything is as it was written.")
    fault_count: int = Field(..., description="How many faults were found.")
    faults: list[HistoryCheckDatumFault] = Field(..., description="The faults, the first hundred.")


class HistoryCheckSealFault(Model):
    seal: int = Field(..., description="Number of the seal.")
    kind: str = Field(..., description="Its kind.")


class HistoryCheck(Model):
    day: str = Field(..., description="Day in UTC.")
    dropped_at: str | None = Field(..., description="When the day was dropped, its time being over.")
    sound: bool = Field(..., description="Whether everything is as it was written.")
    data: list[HistoryCheckDatum] = Field(..., description="The items, in order.")
    seal_faults: list[HistoryCheckSealFault] = Field(..., description="Faults of the seals of the day.")


class StatusView(Model):
    name: str = Field(..., description="What the view is of.")
    behind_ms: int = Field(..., description="Milliseconds of events that it may lack.")
    stale: bool = Field(..., description="Whether it is too far behind: what is read from it is refused.")


class StatusLog(Model):
    origin: str | None = Field(..., description="Name of the log; null before its first checkpoint.")
    tree_size: int = Field(..., description="Entries of the newest checkpoint.")
    age_ms: int | None = Field(
        ..., description="Milliseconds since the log last confirmed its newest checkpoint; null before the first."
    )
    stale: bool = Field(..., description="Whether that is too long: no answer with evidence is given.")


class Status(Model):
    time: str = Field(..., description="Now, by the clock of the service.")
    views: list[StatusView] = Field(..., description="The read models of the gateway that answers.")
    log: StatusLog = Field(..., description="The transparency log.")


class UsageDatum(Model):
    start: str = Field(..., description="Where the span begins.")
    operation: str = Field(..., description="Name of the operation: `records.verify`.")
    outcome: str = Field(..., description="How it ended.")
    credential_id: str | None = Field(
        None,
        description="Present where usage is grouped by credential: its id, or `oauth:` and the subject of an access token; null for other actors.",
    )
    error_code: str | None = Field(
        None, description="Present where usage is grouped by error code; null where there was no error."
    )
    requests: int = Field(..., description="How many requests.")
    items: int = Field(..., description="How many operations it counts as.")


class Usage(Model):
    data: list[UsageDatum] = Field(..., description="The items, in order.")
    from_: str = Field(..., alias="from", description="Where it begins.")
    to: str = Field(..., description="Where it ends.")
    granularity: str = Field(..., description="The spans that are counted.")
    counted_until: str = Field(..., description="Everything that was answered before is in the figures.")


class EvidenceBundleAnswerRequestBody(Model):
    record_id: str = Field(..., description="Id of the record.")


class EvidenceBundleAnswerRequest(Model):
    body: EvidenceBundleAnswerRequestBody = Field(..., description="The body, as it was sent.")
    method: str = Field(..., description="The HTTP method.")
    path: str = Field(..., description="Path of the request.")


class ConsistencyProof(Model):
    from_: int = Field(..., alias="from", description="Where it begins.")
    to: int = Field(..., description="Where it ends.")
    proof: list[str] = Field(..., description="The hashes of the proof.")


class Disabled(Model):
    cause: str = Field(..., description="Why it ended, from a closed list; null where it has not.")
    reason: str = Field(
        ..., description="Why it was last changed, in words; null where it is not stored or was erased."
    )
    at: str = Field(..., description="When it happened.")


class ElementSignature(Model):
    key_id: str = Field(..., description="Id of the key.")
    algorithm: str = Field(..., description="The algorithm of the signature.")
    value: str = Field(..., description="The signature, 64 bytes in base64url.")


class ErasableReason(Model):
    sequence: int = Field(..., description="Its number in the chain, from 1.")
    reason: str = Field(
        ..., description="Why it was last changed, in words; null where it is not stored or was erased."
    )
    salt: str = Field(..., description="Random text that the reason’s digest covers.")


class Quota(Model):
    verify: int | None = Field(None, description="For verifications.")
    read: int | None = Field(None, description="For reads.")
    write: int | None = Field(None, description="For changes.")


class RateLimit(Model):
    verify: int | None = Field(None, description="For verifications.")
    read: int | None = Field(None, description="For reads.")
    write: int | None = Field(None, description="For changes.")


class RecordElement(Model):
    format: str = Field(..., description="Names the form, and with it what the members mean.")
    log: str = Field(..., description="The transparency log.")
    sequence: int = Field(..., description="Its number in the chain, from 1.")
    event_id: str = Field(..., description="Id of the event.")
    occurred_at: str = Field(..., description="When it happened.")
    reason_digest: str | None = Field(..., description="Digest of the reason under `salt`; null where none was given.")
    salt: str = Field(..., description="Random text that the reason’s digest covers.")
    previous: str | None = Field(..., description="Digest of the element before; null for the first.")
    digest: str = Field(..., description="SHA-256 of the canonical form (RFC 8785).")
    signature: ElementSignature | None = Field(
        ...,
        description="By the service’s provenance key over the 32 bytes of `digest`; null for what is not signed yet.",
    )
    project_id: str = Field(..., description="Id of the project.")
    type: str = Field(..., description="Its type.")
    record_id: str = Field(..., description="Id of the record.")
    origin: str = Field(..., description="Where it comes from.")
    external_id: str | None = Field(..., description="Your own name for the record, permanently unique in the project.")
    authority: RecordElementAuthority = Field(..., description="The authority that stands behind the record.")
    issuer: str = Field(..., description="Who issues under the authority.")
    state: str = Field(..., description="Its state.")
    expires_at: str | None = Field(..., description="When it expires; null for never.")
    successor_id: str | None = Field(..., description="Id of the record that replaces this one; null where none does.")
    content_digest: str = Field(..., description="SHA-256 of the content.")
    issuer_signature: str | None = Field(
        ...,
        description="The issuer’s Ed25519 signature in base64url; null where the authority has no key, or did not sign this.",
    )


class AuthorityElement(Model):
    format: str = Field(..., description="Names the form, and with it what the members mean.")
    log: str = Field(..., description="The transparency log.")
    sequence: int = Field(..., description="Its number in the chain, from 1.")
    event_id: str = Field(..., description="Id of the event.")
    occurred_at: str = Field(..., description="When it happened.")
    reason_digest: str | None = Field(..., description="Digest of the reason under `salt`; null where none was given.")
    salt: str = Field(..., description="Random text that the reason’s digest covers.")
    previous: str | None = Field(..., description="Digest of the element before; null for the first.")
    digest: str = Field(..., description="SHA-256 of the canonical form (RFC 8785).")
    signature: ElementSignature | None = Field(
        ...,
        description="By the service’s provenance key over the 32 bytes of `digest`; null for what is not signed yet.",
    )
    project_id: str = Field(..., description="Id of the project.")
    type: str = Field(..., description="Its type.")
    authority_id: str = Field(..., description="Id of the authority.")
    issuer: str = Field(..., description="Who issues under the authority.")
    scope: list[str] = Field(..., description="What the authority covers.")
    valid_until: str = Field(..., description="Until when the authority is valid.")
    public_key: str | None = Field(..., description="Ed25519 key, 32 bytes in base64url; null where there is none.")
    state: str = Field(..., description="Its state.")
    cause: str | None = Field(..., description="Why it ended, from a closed list; null where it has not.")
    invalid_since: str | None = Field(
        ..., description="For a compromise: since when nothing counts any more; else null."
    )


class EvidenceProvenance(Model):
    origin: str = Field(..., description="Where it comes from.")
    chain: list[RecordElement] = Field(
        ..., description="The elements of the record, oldest first: the newest 100 at most."
    )
    chain_length: int = Field(..., description="How many elements the record has in all.")
    verified: bool = Field(
        ..., description="Whether every stored element, link and signature was checked for this answer, and is sound."
    )
    receipt: Receipt | None = Field(..., description="Of the newest element; null until the log has it.")
    logged_by: str | None = Field(
        None, description="By when the log has the newest element; only where there is no receipt."
    )


class Evidence(Model):
    provenance: EvidenceProvenance | None = Field(None, description="Where the record comes from.")
    authority: ShownAuthority | None = Field(None, description="The authority that stands behind the record.")
    state: str | None = Field(None, description="Its state.")
    verdict: Verdict | None = Field(None, description="Whether the record is good.")
    lookup: EvidenceLookup | None = Field(
        None, description="How the record was found, exactly where the request does not name its id."
    )


class Verification(Model):
    record: VerificationRecord = Field(..., description="The record.")
    evidence: Evidence = Field(..., description="What the answer rests on; as much of it as was asked for.")
    verified_at: str = Field(..., description="When it was verified.")
    request_id: str = Field(..., description="Id of the request.")


class VerificationBatch(Model):
    data: list[Verification | Error] = Field(..., description="The items, in order.")


class RecordHistory(Model):
    data: list[RecordElement] = Field(..., description="The items, in order.")
    reasons: list[ErasableReason] = Field(
        ..., description="The reasons that are stored, by the sequence of their elements."
    )
    next_cursor: str | None = Field(..., description="Send it as `cursor` for the next page; null on the last one.")


class AuthorityHistory(Model):
    data: list[AuthorityElement] = Field(..., description="The items, in order.")
    reasons: list[ErasableReason] = Field(
        ..., description="The reasons that are stored, by the sequence of their elements."
    )
    next_cursor: str | None = Field(..., description="Send it as `cursor` for the next page; null on the last one.")


class Credential(Model):
    id: str = Field(..., description="Its id.")
    project_id: str | None = Field(..., description="Id of the project.")
    name: str = Field(..., description="Its name, for people.")
    capabilities: list[str] = Field(..., description="What the credential may do.")
    expires_at: str | None = Field(..., description="When it expires; null for never.")
    authorities: list[str] | None = Field(
        ..., description="Ids of the authorities that the credential reaches; null for all of the project."
    )
    allowed_ips: list[str] | None = Field(
        ..., description="Addresses and ranges that the credential may be used from; null for anywhere."
    )
    rate_limit: RateLimit | None = Field(..., description="Operations a second.")
    metadata: dict[str, str] = Field(..., description="Your own notes.")
    state: str = Field(..., description="Its state.")
    version: int = Field(..., description="Its version, from 1; every change adds one.")
    reason: str | None = Field(..., description="Why it was revoked.")
    rotation: CredentialRotation | None = Field(
        ..., description="The overlap of a rotation, while the old token still works; null otherwise."
    )
    key_id: str = Field(..., description="The part of the token that may be shown.")
    issued_by: str | None = Field(
        ..., description="Id of the credential that issued it; null for an operator’s command."
    )
    created_at: str = Field(..., description="When it was created.")
    updated_at: str = Field(..., description="When it last changed.")
    last_used_at: str | None = Field(..., description="To the minute; follows within seconds.")


class IssuedCredential(Model):
    id: str = Field(..., description="Its id.")
    project_id: str | None = Field(..., description="Id of the project.")
    name: str = Field(..., description="Its name, for people.")
    capabilities: list[str] = Field(..., description="What the credential may do.")
    expires_at: str | None = Field(..., description="When it expires; null for never.")
    authorities: list[str] | None = Field(
        ..., description="Ids of the authorities that the credential reaches; null for all of the project."
    )
    allowed_ips: list[str] | None = Field(
        ..., description="Addresses and ranges that the credential may be used from; null for anywhere."
    )
    rate_limit: RateLimit | None = Field(..., description="Operations a second.")
    metadata: dict[str, str] = Field(..., description="Your own notes.")
    state: str = Field(..., description="Its state.")
    version: int = Field(..., description="Its version, from 1; every change adds one.")
    reason: str | None = Field(..., description="Why it was revoked.")
    rotation: CredentialRotation | None = Field(
        ..., description="The overlap of a rotation, while the old token still works; null otherwise."
    )
    key_id: str = Field(..., description="The part of the token that may be shown.")
    issued_by: str | None = Field(
        ..., description="Id of the credential that issued it; null for an operator’s command."
    )
    created_at: str = Field(..., description="When it was created.")
    updated_at: str = Field(..., description="When it last changed.")
    token: str | None = Field(..., description="Shown here only; null in the answer to a repeated request.")


class CredentialPage(Model):
    data: list[Credential] = Field(..., description="The items, in order.")
    next_cursor: str | None = Field(..., description="Send it as `cursor` for the next page; null on the last one.")


class CreatedProject(Model):
    id: str = Field(..., description="Its id.")
    name: str = Field(..., description="Its name, for people.")
    quota: Quota = Field(..., description="Operations a UTC day.")
    max_credential_days: int | None = Field(
        ..., description="Longest life, in days, of a new credential; null for any."
    )
    state: str = Field(..., description="Its state.")
    version: int = Field(..., description="Its version, from 1; every change adds one.")
    reason: str | None = Field(..., description="Of its newest suspension or resumption.")
    blocked_subjects: list[str] = Field(
        ...,
        description="Subjects of the OAuth issuer that are refused, oldest first. Left out for a credential that could not block one.",
    )
    created_at: str = Field(..., description="When it was created.")
    updated_at: str = Field(..., description="When it last changed.")
    admin_credential: IssuedCredential = Field(..., description="The project’s first credential, with its token.")


class Project(Model):
    id: str = Field(..., description="Its id.")
    name: str = Field(..., description="Its name, for people.")
    quota: Quota = Field(..., description="Operations a UTC day.")
    max_credential_days: int | None = Field(
        ..., description="Longest life, in days, of a new credential; null for any."
    )
    state: str = Field(..., description="Its state.")
    version: int = Field(..., description="Its version, from 1; every change adds one.")
    reason: str | None = Field(..., description="Of its newest suspension or resumption.")
    blocked_subjects: list[str] = Field(
        ...,
        description="Subjects of the OAuth issuer that are refused, oldest first. Left out for a credential that could not block one.",
    )
    created_at: str = Field(..., description="When it was created.")
    updated_at: str = Field(..., description="When it last changed.")


class OwnProject(Model):
    id: str = Field(..., description="Its id.")
    name: str = Field(..., description="Its name, for people.")
    quota: Quota = Field(..., description="Operations a UTC day.")
    max_credential_days: int | None = Field(
        ..., description="Longest life, in days, of a new credential; null for any."
    )
    state: str = Field(..., description="Its state.")
    version: int = Field(..., description="Its version, from 1; every change adds one.")
    reason: str | None = Field(..., description="Of its newest suspension or resumption.")
    blocked_subjects: list[str] | None = Field(
        None,
        description="Subjects of the OAuth issuer that are refused, oldest first. Left out for a credential that could not block one.",
    )
    created_at: str = Field(..., description="When it was created.")
    updated_at: str = Field(..., description="When it last changed.")


class ProjectPage(Model):
    data: list[Project] = Field(..., description="The items, in order.")
    next_cursor: str | None = Field(..., description="Send it as `cursor` for the next page; null on the last one.")


class Subscription(Model):
    id: str = Field(..., description="Its id.")
    project_id: str = Field(..., description="Id of the project.")
    endpoint: str = Field(..., description="URL that events are posted to.")
    categories: list[str] = Field(..., description="Domains, or single types of event, that are delivered.")
    description: str | None = Field(..., description="What it is for.")
    signatures: list[str] = Field(
        ..., description="Schemes of `webhook-signature`: `v1` always, and `v1a` where it was asked for."
    )
    state: str = Field(..., description="Its state.")
    version: int = Field(..., description="Its version, from 1; every change adds one.")
    disabled: Disabled | None = Field(
        ..., description="Why and since when nothing is delivered; null while events are delivered."
    )
    public_key: str = Field(
        ...,
        description="Ed25519 key that the `v1a` signatures verify with, where deliveries have them: 32 bytes in base64url.",
    )
    rotation: SubscriptionRotation | None = Field(
        ..., description="The overlap of a rotation, while the old secret signs deliveries too; null otherwise."
    )
    created_by: str | None = Field(..., description="Id of the credential that created it; null where none did.")
    metadata: dict[str, str] = Field(
        ..., description="Notes of the project, which prove nothing. They have no part in `version`."
    )
    metadata_version: int = Field(..., description="Rises by one with each change of the metadata; 0 before the first.")
    created_at: str = Field(..., description="When it was created.")
    updated_at: str = Field(..., description="When it last changed.")


class SubscriptionWithSecret(Model):
    id: str = Field(..., description="Its id.")
    project_id: str = Field(..., description="Id of the project.")
    endpoint: str = Field(..., description="URL that events are posted to.")
    categories: list[str] = Field(..., description="Domains, or single types of event, that are delivered.")
    description: str | None = Field(..., description="What it is for.")
    signatures: list[str] = Field(
        ..., description="Schemes of `webhook-signature`: `v1` always, and `v1a` where it was asked for."
    )
    state: str = Field(..., description="Its state.")
    version: int = Field(..., description="Its version, from 1; every change adds one.")
    disabled: Disabled | None = Field(
        ..., description="Why and since when nothing is delivered; null while events are delivered."
    )
    public_key: str = Field(
        ...,
        description="Ed25519 key that the `v1a` signatures verify with, where deliveries have them: 32 bytes in base64url.",
    )
    rotation: SubscriptionRotation | None = Field(
        ..., description="The overlap of a rotation, while the old secret signs deliveries too; null otherwise."
    )
    created_by: str | None = Field(..., description="Id of the credential that created it; null where none did.")
    metadata: dict[str, str] = Field(
        ..., description="Notes of the project, which prove nothing. They have no part in `version`."
    )
    metadata_version: int = Field(..., description="Rises by one with each change of the metadata; 0 before the first.")
    created_at: str = Field(..., description="When it was created.")
    updated_at: str = Field(..., description="When it last changed.")
    secret: str | None = Field(
        ...,
        description="Verifies deliveries (Standard Webhooks: `whsec_`). Shown here only; null in the answer to a repeated request.",
    )


class SubscriptionPage(Model):
    data: list[Subscription] = Field(..., description="The items, in order.")
    next_cursor: str | None = Field(..., description="Send it as `cursor` for the next page; null on the last one.")


class KeyElement(Model):
    format: str = Field(..., description="Names the form, and with it what the members mean.")
    log: str = Field(..., description="The transparency log.")
    sequence: int = Field(..., description="Its number in the chain, from 1.")
    event_id: str = Field(..., description="Id of the event.")
    occurred_at: str = Field(..., description="When it happened.")
    reason_digest: str | None = Field(..., description="Digest of the reason under `salt`; null where none was given.")
    salt: str = Field(..., description="Random text that the reason’s digest covers.")
    previous: str | None = Field(..., description="Digest of the element before; null for the first.")
    digest: str = Field(..., description="SHA-256 of the canonical form (RFC 8785).")
    signature: ElementSignature | None = Field(
        ...,
        description="By the service’s provenance key over the 32 bytes of `digest`; null for what is not signed yet.",
    )
    type: str = Field(..., description="Its type.")
    key_id: str = Field(..., description="RFC 7638 thumbprint.")
    purpose: str = Field(..., description="What the key signs.")
    public_key: str = Field(..., description="32 bytes in base64url.")
    state: str = Field(..., description="Its state.")
    cause: str | None = Field(..., description="Why it ended, from a closed list; null where it has not.")
    invalid_since: str | None = Field(
        ..., description="For a compromise: since when nothing counts any more; else null."
    )
    invalid_from_size: int | None = Field(
        ..., description="For a compromise: size of the log from which on nothing counts any more; else null."
    )


class EvidenceBundleAnswer(Model):
    body: Verification = Field(..., description="The body, as it was sent.")
    request: EvidenceBundleAnswerRequest = Field(..., description="The request that was answered.")
    request_id: str = Field(..., description="Id of the request.")
    nonce: str | None = Field(..., description="What was sent as `Service-Nonce`.")
    as_of: str = Field(..., description="As `Service-Evidence-As-Of`.")
    signature: str = Field(..., description="As `Service-Evidence-Signature`.")
    path: str = Field(..., description="As `Service-Evidence-Path`.")


class EvidenceBundle(Model):
    format: str = Field(..., description="Names the form, and with it what the members mean.")
    log: str = Field(..., description="Origin of the log.")
    answer: EvidenceBundleAnswer = Field(..., description="The signed answer.")
    record: list[RecordElement] = Field(..., description="All elements, oldest first.")
    authorities: dict[str, list[AuthorityElement]] = Field(
        ..., description="All elements of each authority that the record names, by its id."
    )
    keys: dict[str, list[KeyElement]] = Field(
        ..., description="All elements of each key that signed anything in here, by its id."
    )
    checkpoint: str = Field(..., description="A signed note of the log with its cosignatures (C2SP tlog-checkpoint).")
    inclusion: dict[str, str] = Field(
        ...,
        description="Proof that the newest element of each subject is in the log (C2SP tlog-proof), by the subject’s id: the record, the authorities, `key_` and a key’s id.",
    )
    order: dict[str, str] = Field(
        ...,
        description="The same of earlier elements, by the subject’s id, a slash and the sequence: of each authority and key all, of the record the first, and, of those that name each version of an authority and of those under each key, the last and the last that adds a `passed`.",
    )
    consistency: ConsistencyProof = Field(
        ..., description="From the size in `as_of` to that of the checkpoint (RFC 6962)."
    )
    earlier: ConsistencyProof | None = Field(None, description="From the size that the request named as `from`.")


class CurrentProject(Model):
    project: OwnProject | None = Field(..., description="The credential’s project; null for an operator.")
    environment: str = Field(..., description="The environment of the credential: `development` or `production`.")
    credential_id: str = Field(..., description="Id of the credential.")
    capabilities: list[str] = Field(..., description="What the credential may do.")
    expires_at: str | None = Field(..., description="When it expires; null for never.")
    authorities: list[str] | None = Field(
        ..., description="Ids of the authorities that the credential reaches; null for all of the project."
    )
    allowed_ips: list[str] | None = Field(
        ..., description="Addresses and ranges that the credential may be used from; null for anywhere."
    )
    rate_limit: RateLimit | None = Field(..., description="Operations a second.")
