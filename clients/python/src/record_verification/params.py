"""Made from the OpenAPI document by `npm run clients:generate`."""

from __future__ import annotations

from datetime import datetime
from typing import Literal, NotRequired, TypeAlias, TypedDict


class RegisterBody(TypedDict):
    authority_id: str
    origin: str
    content_digest: NotRequired[str]
    content: NotRequired[str]
    external_id: NotRequired[str | None]
    expires_at: NotRequired[datetime | str | None]
    issuer_signature: NotRequired[str]
    metadata: NotRequired[dict[str, str]]


class RegisterBatchBody(TypedDict):
    records: list[RegisterBody]


class UpdateRecordBody(TypedDict):
    metadata: NotRequired[dict[str, str | None]]


class AmendBody(TypedDict):
    reason: str
    issuer_signature: NotRequired[str]
    sequence: NotRequired[int]
    previous: NotRequired[str]
    content_digest: NotRequired[str]
    content: NotRequired[str]
    origin: NotRequired[str]
    expires_at: NotRequired[datetime | str | None]


class TransitionBody(TypedDict):
    reason: str
    issuer_signature: NotRequired[str]
    sequence: NotRequired[int]
    previous: NotRequired[str]


class SupersedeBody(TypedDict):
    reason: str
    issuer_signature: NotRequired[str]
    sequence: NotRequired[int]
    previous: NotRequired[str]
    successor_id: str


class AmendItem(TypedDict):
    reason: str
    issuer_signature: NotRequired[str]
    sequence: NotRequired[int]
    previous: NotRequired[str]
    content_digest: NotRequired[str]
    content: NotRequired[str]
    origin: NotRequired[str]
    expires_at: NotRequired[datetime | str | None]
    record_id: str
    version: NotRequired[int]


class TransitionItem(TypedDict):
    reason: str
    issuer_signature: NotRequired[str]
    sequence: NotRequired[int]
    previous: NotRequired[str]
    record_id: str
    version: NotRequired[int]


class SupersedeItem(TypedDict):
    reason: str
    issuer_signature: NotRequired[str]
    sequence: NotRequired[int]
    previous: NotRequired[str]
    successor_id: str
    record_id: str
    version: NotRequired[int]


class VerifyBody(TypedDict):
    record_id: NotRequired[str]
    external_id: NotRequired[str]
    content_digest: NotRequired[str]
    content: NotRequired[str]
    authority_id: NotRequired[str]
    evidence_scope: NotRequired[list[Literal["provenance", "authority", "state", "verdict"]]]


class VerifyBatchBody(TypedDict):
    records: list[VerifyBody]


GrantBodyScopeItem: TypeAlias = str


class GrantBody(TypedDict):
    issuer: str
    scope: list[GrantBodyScopeItem]
    valid_until: datetime | str
    public_key: NotRequired[str]


class RenewBody(TypedDict):
    reason: str
    valid_until: datetime | str


RescopeBodyScopeItem: TypeAlias = str


class RescopeBody(TypedDict):
    reason: str
    scope: list[RescopeBodyScopeItem]


class ReasonBody(TypedDict):
    reason: str


class RevokeAuthorityBody(TypedDict):
    reason: str
    cause: Literal["key_compromise", "ceased", "withdrawn"]
    invalid_since: NotRequired[datetime | str]


class CreateLinkBody(TypedDict):
    shows: NotRequired[list[Literal["issuer", "origin", "dates", "versions", "external_id"]]]
    proof: NotRequired[Literal["history", "answer"]]
    expires_at: NotRequired[datetime | str | None]


IssueBodyAuthority: TypeAlias = str


IssueBodyAllowedIp: TypeAlias = str


class IssueBodyRateLimit(TypedDict):
    verify: NotRequired[int]
    read: NotRequired[int]
    write: NotRequired[int]


class IssueBody(TypedDict):
    name: str
    capabilities: list[Literal["verify", "read", "write", "share", "subscribe", "manage", "audit"]]
    expires_at: NotRequired[datetime | str | None]
    authorities: NotRequired[list[IssueBodyAuthority] | None]
    allowed_ips: NotRequired[list[IssueBodyAllowedIp] | None]
    rate_limit: NotRequired[IssueBodyRateLimit | None]
    metadata: NotRequired[dict[str, str]]


class UpdateCredentialBody(TypedDict):
    name: NotRequired[str]
    metadata: NotRequired[dict[str, str | None]]


class RotateBody(TypedDict):
    overlap_seconds: NotRequired[int]
    force: NotRequired[bool]


class SubscribeBody(TypedDict):
    endpoint: str
    categories: list[
        Literal[
            "record",
            "authority",
            "credential",
            "subscription",
            "service.record.registered",
            "service.record.amended",
            "service.record.suspended",
            "service.record.reinstated",
            "service.record.superseded",
            "service.record.expired",
            "service.record.revoked",
            "service.authority.granted",
            "service.authority.renewed",
            "service.authority.scope_changed",
            "service.authority.suspended",
            "service.authority.reinstated",
            "service.authority.expired",
            "service.authority.revoked",
            "service.credential.issued",
            "service.credential.rotated",
            "service.credential.expired",
            "service.credential.revoked",
            "service.subscription.disabled",
            "service.subscription.tested",
        ]
    ]
    description: NotRequired[str | None]
    signatures: NotRequired[list[Literal["v1", "v1a"]]]
    metadata: NotRequired[dict[str, str]]


class UpdateSubscriptionBody(TypedDict):
    endpoint: NotRequired[str]
    categories: NotRequired[
        list[
            Literal[
                "record",
                "authority",
                "credential",
                "subscription",
                "service.record.registered",
                "service.record.amended",
                "service.record.suspended",
                "service.record.reinstated",
                "service.record.superseded",
                "service.record.expired",
                "service.record.revoked",
                "service.authority.granted",
                "service.authority.renewed",
                "service.authority.scope_changed",
                "service.authority.suspended",
                "service.authority.reinstated",
                "service.authority.expired",
                "service.authority.revoked",
                "service.credential.issued",
                "service.credential.rotated",
                "service.credential.expired",
                "service.credential.revoked",
                "service.subscription.disabled",
                "service.subscription.tested",
            ]
        ]
    ]
    description: NotRequired[str | None]
    signatures: NotRequired[list[Literal["v1", "v1a"]]]
    metadata: NotRequired[dict[str, str | None]]


class TestBody(TypedDict):
    type: NotRequired[
        Literal[
            "service.record.registered",
            "service.record.amended",
            "service.record.suspended",
            "service.record.reinstated",
            "service.record.superseded",
            "service.record.expired",
            "service.record.revoked",
            "service.authority.granted",
            "service.authority.renewed",
            "service.authority.scope_changed",
            "service.authority.suspended",
            "service.authority.reinstated",
            "service.authority.expired",
            "service.authority.revoked",
            "service.credential.issued",
            "service.credential.rotated",
            "service.credential.expired",
            "service.credential.revoked",
            "service.subscription.disabled",
            "service.subscription.tested",
        ]
    ]


class ReplayBody(TypedDict):
    from_: datetime | str
    to: NotRequired[datetime | str]
    only_failed: NotRequired[bool]


RetryBatchBodyDeliveryId: TypeAlias = str


class RetryBatchBody(TypedDict):
    delivery_ids: list[RetryBatchBodyDeliveryId]


class CreateProjectBody(TypedDict):
    name: str


class UpdateProjectBodyQuota(TypedDict):
    verify: NotRequired[int | None]
    read: NotRequired[int | None]
    write: NotRequired[int | None]


class UpdateProjectBody(TypedDict):
    name: NotRequired[str]
    quota: NotRequired[UpdateProjectBodyQuota | None]
    max_credential_days: NotRequired[int | None]


class SubjectBody(TypedDict):
    reason: str
    subject: str


class InviteBodyGrant(TypedDict):
    project_id: str | None
    role: Literal["auditor", "operator", "admin", "owner"]


class InviteBody(TypedDict):
    name: NotRequired[str]
    grants: list[InviteBodyGrant]


class ChangeRolesBodyGrant(TypedDict):
    project_id: str | None
    role: Literal["auditor", "operator", "admin", "owner"]


class ChangeRolesBody(TypedDict):
    reason: str
    grants: list[ChangeRolesBodyGrant]


class AmendBatchBody(TypedDict):
    records: list[AmendItem]


class TransitionBatchBody(TypedDict):
    records: list[TransitionItem]


class SupersedeBatchBody(TypedDict):
    records: list[SupersedeItem]
