"""Made from the OpenAPI document by `npm run clients:generate`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Unpack

from . import models, params
from ._request import Request, RequestOptions, quote
from ._sender import Pages, Sender


class Records:
    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def register(self, *, options: RequestOptions | None = None, **body: Unpack[params.RegisterBody]) -> models.Record:
        """Register a record."""
        return self._sender.send(
            Request("POST", "/v1/records", body=body, has_key=True, options=options), models.Record
        )

    def list(
        self,
        *,
        limit: int | None = None,
        state: str | Sequence[str] | None = None,
        authority_id: str | None = None,
        external_id: str | None = None,
        content_digest: str | None = None,
        origin_prefix: str | None = None,
        from_: datetime | str | None = None,
        to: datetime | str | None = None,
        updated_from: datetime | str | None = None,
        updated_to: datetime | str | None = None,
        metadata: str | Sequence[str] | None = None,
        verdict: bool | None = None,
        cursor: str | None = None,
        options: RequestOptions | None = None,
    ) -> Pages[models.RecordPage, models.Record]:
        """List records, newest first: an iterator over the items of all pages."""
        return Pages(
            self._sender,
            Request(
                "GET",
                "/v1/records",
                query={
                    "limit": limit,
                    "state": state,
                    "authority_id": authority_id,
                    "external_id": external_id,
                    "content_digest": content_digest,
                    "origin_prefix": origin_prefix,
                    "from": from_,
                    "to": to,
                    "updated_from": updated_from,
                    "updated_to": updated_to,
                    "metadata": metadata,
                    "verdict": verdict,
                    "cursor": cursor,
                },
                options=options,
            ),
            models.RecordPage,
            models.Record,
        )

    def register_batch(
        self, *, options: RequestOptions | None = None, **body: Unpack[params.RegisterBatchBody]
    ) -> models.RecordBatch:
        """Register up to 100 records."""
        return self._sender.send(
            Request("POST", "/v1/records/batch", body=body, has_key=True, options=options), models.RecordBatch
        )

    def read(self, id: str, *, options: RequestOptions | None = None) -> models.Record:
        """Read a record."""
        return self._sender.send(Request("GET", f"/v1/records/{quote(id)}", options=options), models.Record)

    def update(
        self, id: str, *, options: RequestOptions | None = None, **body: Unpack[params.UpdateRecordBody]
    ) -> models.Record:
        """Change a record’s metadata, and nothing that the record says."""
        return self._sender.send(
            Request("PATCH", f"/v1/records/{quote(id)}", body=body, options=options), models.Record
        )

    def history(
        self, id: str, *, limit: int | None = None, cursor: str | None = None, options: RequestOptions | None = None
    ) -> Pages[models.RecordHistory, models.RecordElement]:
        """Read a record’s elements, oldest first: an iterator over the items of all pages."""
        return Pages(
            self._sender,
            Request(
                "GET", f"/v1/records/{quote(id)}/history", query={"limit": limit, "cursor": cursor}, options=options
            ),
            models.RecordHistory,
            models.RecordElement,
        )

    def amend(
        self, id: str, *, options: RequestOptions | None = None, **body: Unpack[params.AmendBody]
    ) -> models.Record:
        """Change what a record says."""
        return self._sender.send(
            Request("POST", f"/v1/records/{quote(id)}/amend", body=body, has_key=True, options=options), models.Record
        )

    def suspend(
        self, id: str, *, options: RequestOptions | None = None, **body: Unpack[params.TransitionBody]
    ) -> models.Record:
        """Suspend a record."""
        return self._sender.send(
            Request("POST", f"/v1/records/{quote(id)}/suspend", body=body, has_key=True, options=options), models.Record
        )

    def reinstate(
        self, id: str, *, options: RequestOptions | None = None, **body: Unpack[params.TransitionBody]
    ) -> models.Record:
        """Reinstate a suspended record."""
        return self._sender.send(
            Request("POST", f"/v1/records/{quote(id)}/reinstate", body=body, has_key=True, options=options),
            models.Record,
        )

    def supersede(
        self, id: str, *, options: RequestOptions | None = None, **body: Unpack[params.SupersedeBody]
    ) -> models.Record:
        """Put another record in the place of this one."""
        return self._sender.send(
            Request("POST", f"/v1/records/{quote(id)}/supersede", body=body, has_key=True, options=options),
            models.Record,
        )

    def revoke(
        self, id: str, *, options: RequestOptions | None = None, **body: Unpack[params.TransitionBody]
    ) -> models.Record:
        """Revoke a record, which is final."""
        return self._sender.send(
            Request("POST", f"/v1/records/{quote(id)}/revoke", body=body, has_key=True, options=options), models.Record
        )

    def amend_batch(
        self, *, options: RequestOptions | None = None, **body: Unpack[params.AmendBatchBody]
    ) -> models.RecordBatch:
        """Change what up to 100 records say."""
        return self._sender.send(
            Request("POST", "/v1/records/batch/amend", body=body, has_key=True, options=options), models.RecordBatch
        )

    def suspend_batch(
        self, *, options: RequestOptions | None = None, **body: Unpack[params.TransitionBatchBody]
    ) -> models.RecordBatch:
        """Suspend up to 100 records."""
        return self._sender.send(
            Request("POST", "/v1/records/batch/suspend", body=body, has_key=True, options=options), models.RecordBatch
        )

    def reinstate_batch(
        self, *, options: RequestOptions | None = None, **body: Unpack[params.TransitionBatchBody]
    ) -> models.RecordBatch:
        """Reinstate up to 100 suspended records."""
        return self._sender.send(
            Request("POST", "/v1/records/batch/reinstate", body=body, has_key=True, options=options), models.RecordBatch
        )

    def supersede_batch(
        self, *, options: RequestOptions | None = None, **body: Unpack[params.SupersedeBatchBody]
    ) -> models.RecordBatch:
        """Put other records in the place of up to 100."""
        return self._sender.send(
            Request("POST", "/v1/records/batch/supersede", body=body, has_key=True, options=options), models.RecordBatch
        )

    def revoke_batch(
        self, *, options: RequestOptions | None = None, **body: Unpack[params.TransitionBatchBody]
    ) -> models.RecordBatch:
        """Revoke up to 100 records, which is final."""
        return self._sender.send(
            Request("POST", "/v1/records/batch/revoke", body=body, has_key=True, options=options), models.RecordBatch
        )

    def verify(
        self, *, options: RequestOptions | None = None, **body: Unpack[params.VerifyBody]
    ) -> models.Verification:
        """Verify a record, with the evidence."""
        return self._sender.send(
            Request("POST", "/v1/records/verify", body=body, has_nonce=True, options=options), models.Verification
        )

    def verify_batch(
        self, *, options: RequestOptions | None = None, **body: Unpack[params.VerifyBatchBody]
    ) -> models.VerificationBatch:
        """Verify up to 100 records."""
        return self._sender.send(
            Request("POST", "/v1/records/verify/batch", body=body, has_nonce=True, options=options),
            models.VerificationBatch,
        )

    def evidence(
        self, id: str, *, from_: int | None = None, options: RequestOptions | None = None
    ) -> models.EvidenceBundle:
        """Read all evidence of a record as one document, which can be verified offline."""
        return self._sender.send(
            Request("GET", f"/v1/records/{quote(id)}/evidence", query={"from": from_}, has_nonce=True, options=options),
            models.EvidenceBundle,
        )


class Authorities:
    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def grant(self, *, options: RequestOptions | None = None, **body: Unpack[params.GrantBody]) -> models.Authority:
        """Grant an authority."""
        return self._sender.send(
            Request("POST", "/v1/authorities", body=body, has_key=True, options=options), models.Authority
        )

    def list(
        self,
        *,
        limit: int | None = None,
        from_: datetime | str | None = None,
        to: datetime | str | None = None,
        state: str | Sequence[str] | None = None,
        issuer: str | None = None,
        cursor: str | None = None,
        options: RequestOptions | None = None,
    ) -> Pages[models.AuthorityPage, models.Authority]:
        """List authorities, newest first: an iterator over the items of all pages."""
        return Pages(
            self._sender,
            Request(
                "GET",
                "/v1/authorities",
                query={"limit": limit, "from": from_, "to": to, "state": state, "issuer": issuer, "cursor": cursor},
                options=options,
            ),
            models.AuthorityPage,
            models.Authority,
        )

    def read(self, id: str, *, options: RequestOptions | None = None) -> models.Authority:
        """Read an authority."""
        return self._sender.send(Request("GET", f"/v1/authorities/{quote(id)}", options=options), models.Authority)

    def history(
        self, id: str, *, limit: int | None = None, cursor: str | None = None, options: RequestOptions | None = None
    ) -> Pages[models.AuthorityHistory, models.AuthorityElement]:
        """Read an authority’s elements, oldest first: an iterator over the items of all pages."""
        return Pages(
            self._sender,
            Request(
                "GET", f"/v1/authorities/{quote(id)}/history", query={"limit": limit, "cursor": cursor}, options=options
            ),
            models.AuthorityHistory,
            models.AuthorityElement,
        )

    def reach(
        self, id: str, *, from_: datetime | str | None = None, options: RequestOptions | None = None
    ) -> models.AuthorityReach:
        """Count the records that an authority issued, and their elements."""
        return self._sender.send(
            Request("GET", f"/v1/authorities/{quote(id)}/reach", query={"from": from_}, options=options),
            models.AuthorityReach,
        )

    def renew(
        self, id: str, *, options: RequestOptions | None = None, **body: Unpack[params.RenewBody]
    ) -> models.Authority:
        """Renew an authority, an expired one too."""
        return self._sender.send(
            Request("POST", f"/v1/authorities/{quote(id)}/renew", body=body, has_key=True, options=options),
            models.Authority,
        )

    def rescope(
        self, id: str, *, options: RequestOptions | None = None, **body: Unpack[params.RescopeBody]
    ) -> models.Authority:
        """Narrow or widen an authority’s scope."""
        return self._sender.send(
            Request("POST", f"/v1/authorities/{quote(id)}/rescope", body=body, has_key=True, options=options),
            models.Authority,
        )

    def suspend(
        self, id: str, *, options: RequestOptions | None = None, **body: Unpack[params.ReasonBody]
    ) -> models.Authority:
        """Suspend an authority."""
        return self._sender.send(
            Request("POST", f"/v1/authorities/{quote(id)}/suspend", body=body, has_key=True, options=options),
            models.Authority,
        )

    def reinstate(
        self, id: str, *, options: RequestOptions | None = None, **body: Unpack[params.ReasonBody]
    ) -> models.Authority:
        """Reinstate a suspended authority."""
        return self._sender.send(
            Request("POST", f"/v1/authorities/{quote(id)}/reinstate", body=body, has_key=True, options=options),
            models.Authority,
        )

    def revoke(
        self, id: str, *, options: RequestOptions | None = None, **body: Unpack[params.RevokeAuthorityBody]
    ) -> models.Authority:
        """Revoke an authority, which is final."""
        return self._sender.send(
            Request("POST", f"/v1/authorities/{quote(id)}/revoke", body=body, has_key=True, options=options),
            models.Authority,
        )


class Links:
    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def create(
        self, id: str, *, options: RequestOptions | None = None, **body: Unpack[params.CreateLinkBody]
    ) -> models.CreatedLink:
        """Make a link by which anybody sees whether a record is good."""
        return self._sender.send(
            Request("POST", f"/v1/records/{quote(id)}/links", body=body, has_key=True, options=options),
            models.CreatedLink,
        )

    def list(
        self,
        id: str,
        *,
        limit: int | None = None,
        from_: datetime | str | None = None,
        to: datetime | str | None = None,
        cursor: str | None = None,
        options: RequestOptions | None = None,
    ) -> Pages[models.LinkPage, models.Link]:
        """List a record’s links, newest first: an iterator over the items of all pages."""
        return Pages(
            self._sender,
            Request(
                "GET",
                f"/v1/records/{quote(id)}/links",
                query={"limit": limit, "from": from_, "to": to, "cursor": cursor},
                options=options,
            ),
            models.LinkPage,
            models.Link,
        )

    def read(self, id: str, *, options: RequestOptions | None = None) -> models.Link:
        """Read a link."""
        return self._sender.send(Request("GET", f"/v1/links/{quote(id)}", options=options), models.Link)

    def revoke(
        self, id: str, *, options: RequestOptions | None = None, **body: Unpack[params.ReasonBody]
    ) -> models.Link:
        """Revoke a link, at once and permanently."""
        return self._sender.send(
            Request("POST", f"/v1/links/{quote(id)}/revoke", body=body, has_key=True, options=options), models.Link
        )


class Credentials:
    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def issue(
        self, *, options: RequestOptions | None = None, **body: Unpack[params.IssueBody]
    ) -> models.IssuedCredential:
        """Issue a credential."""
        return self._sender.send(
            Request("POST", "/v1/credentials", body=body, has_key=True, options=options), models.IssuedCredential
        )

    def list(
        self,
        *,
        limit: int | None = None,
        from_: datetime | str | None = None,
        to: datetime | str | None = None,
        state: str | Sequence[str] | None = None,
        capability: str | None = None,
        cursor: str | None = None,
        options: RequestOptions | None = None,
    ) -> Pages[models.CredentialPage, models.Credential]:
        """List credentials, newest first: an iterator over the items of all pages."""
        return Pages(
            self._sender,
            Request(
                "GET",
                "/v1/credentials",
                query={
                    "limit": limit,
                    "from": from_,
                    "to": to,
                    "state": state,
                    "capability": capability,
                    "cursor": cursor,
                },
                options=options,
            ),
            models.CredentialPage,
            models.Credential,
        )

    def read(self, id: str, *, options: RequestOptions | None = None) -> models.Credential:
        """Read a credential."""
        return self._sender.send(Request("GET", f"/v1/credentials/{quote(id)}", options=options), models.Credential)

    def update(
        self, id: str, *, options: RequestOptions | None = None, **body: Unpack[params.UpdateCredentialBody]
    ) -> models.Credential:
        """Change a credential’s name or metadata, and nothing that it may do."""
        return self._sender.send(
            Request("PATCH", f"/v1/credentials/{quote(id)}", body=body, options=options), models.Credential
        )

    def rotate(
        self, id: str, *, options: RequestOptions | None = None, **body: Unpack[params.RotateBody]
    ) -> models.IssuedCredential:
        """Give a credential a new token, which is in this answer and never again."""
        return self._sender.send(
            Request("POST", f"/v1/credentials/{quote(id)}/rotate", body=body, has_key=True, options=options),
            models.IssuedCredential,
        )

    def revoke(
        self, id: str, *, options: RequestOptions | None = None, **body: Unpack[params.ReasonBody]
    ) -> models.Credential:
        """Revoke a credential, at once and permanently."""
        return self._sender.send(
            Request("POST", f"/v1/credentials/{quote(id)}/revoke", body=body, has_key=True, options=options),
            models.Credential,
        )

    def report_leak(
        self, body: Sequence[Mapping[str, Any]], *, options: RequestOptions | None = None
    ) -> models.Acknowledgement:
        """Report leaked tokens of this environment, as secret scanners do."""
        return self._sender.send(
            Request("POST", "/v1/credentials/report-leak", body=[*body], options=options), models.Acknowledgement
        )


class Subscriptions:
    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def create(
        self, *, options: RequestOptions | None = None, **body: Unpack[params.SubscribeBody]
    ) -> models.SubscriptionWithSecret:
        """Subscribe an endpoint to events."""
        return self._sender.send(
            Request("POST", "/v1/subscriptions", body=body, has_key=True, options=options),
            models.SubscriptionWithSecret,
        )

    def list(
        self,
        *,
        limit: int | None = None,
        from_: datetime | str | None = None,
        to: datetime | str | None = None,
        state: str | Sequence[str] | None = None,
        cursor: str | None = None,
        options: RequestOptions | None = None,
    ) -> Pages[models.SubscriptionPage, models.Subscription]:
        """List subscriptions, newest first: an iterator over the items of all pages."""
        return Pages(
            self._sender,
            Request(
                "GET",
                "/v1/subscriptions",
                query={"limit": limit, "from": from_, "to": to, "state": state, "cursor": cursor},
                options=options,
            ),
            models.SubscriptionPage,
            models.Subscription,
        )

    def read(self, id: str, *, options: RequestOptions | None = None) -> models.Subscription:
        """Read a subscription."""
        return self._sender.send(Request("GET", f"/v1/subscriptions/{quote(id)}", options=options), models.Subscription)

    def update(
        self, id: str, *, options: RequestOptions | None = None, **body: Unpack[params.UpdateSubscriptionBody]
    ) -> models.Subscription:
        """Change a subscription’s endpoint, categories, description, signatures or metadata."""
        return self._sender.send(
            Request("PATCH", f"/v1/subscriptions/{quote(id)}", body=body, options=options), models.Subscription
        )

    def revoke(
        self, id: str, *, options: RequestOptions | None = None, **body: Unpack[params.ReasonBody]
    ) -> models.Subscription:
        """Revoke a subscription, which is final."""
        return self._sender.send(
            Request("POST", f"/v1/subscriptions/{quote(id)}/revoke", body=body, has_key=True, options=options),
            models.Subscription,
        )

    def rotate(
        self, id: str, *, options: RequestOptions | None = None, **body: Unpack[params.RotateBody]
    ) -> models.SubscriptionWithSecret:
        """Give a subscription a new secret, which is in this answer and never again."""
        return self._sender.send(
            Request("POST", f"/v1/subscriptions/{quote(id)}/rotate", body=body, has_key=True, options=options),
            models.SubscriptionWithSecret,
        )

    def disable(
        self, id: str, *, options: RequestOptions | None = None, **body: Unpack[params.ReasonBody]
    ) -> models.Subscription:
        """Disable a subscription."""
        return self._sender.send(
            Request("POST", f"/v1/subscriptions/{quote(id)}/disable", body=body, has_key=True, options=options),
            models.Subscription,
        )

    def enable(self, id: str, *, options: RequestOptions | None = None) -> models.Subscription:
        """Enable a disabled subscription."""
        return self._sender.send(
            Request("POST", f"/v1/subscriptions/{quote(id)}/enable", has_key=True, options=options), models.Subscription
        )

    def test(
        self, id: str, *, options: RequestOptions | None = None, **body: Unpack[params.TestBody]
    ) -> models.TestRequest:
        """Have a test event delivered to a subscription, and to it alone."""
        return self._sender.send(
            Request("POST", f"/v1/subscriptions/{quote(id)}/test", body=body, has_key=True, options=options),
            models.TestRequest,
        )

    def replay(
        self, id: str, *, options: RequestOptions | None = None, **body: Unpack[params.ReplayBody]
    ) -> models.Replay:
        """Have what happened in a span delivered once more, under the same event ids."""
        return self._sender.send(
            Request(
                "POST",
                f"/v1/subscriptions/{quote(id)}/replays",
                body={name.removesuffix("_"): each for name, each in body.items()},
                has_key=True,
                options=options,
            ),
            models.Replay,
        )


class Replays:
    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def list(
        self,
        id: str,
        *,
        limit: int | None = None,
        from_: datetime | str | None = None,
        to: datetime | str | None = None,
        state: str | Sequence[str] | None = None,
        cursor: str | None = None,
        options: RequestOptions | None = None,
    ) -> Pages[models.ReplayPage, models.Replay]:
        """List a subscription’s replays, newest first: an iterator over the items of all pages."""
        return Pages(
            self._sender,
            Request(
                "GET",
                f"/v1/subscriptions/{quote(id)}/replays",
                query={"limit": limit, "from": from_, "to": to, "state": state, "cursor": cursor},
                options=options,
            ),
            models.ReplayPage,
            models.Replay,
        )

    def read(self, id: str, *, options: RequestOptions | None = None) -> models.Replay:
        """Read a replay."""
        return self._sender.send(Request("GET", f"/v1/replays/{quote(id)}", options=options), models.Replay)

    def count(
        self,
        id: str,
        *,
        from_: datetime | str | None = None,
        to: datetime | str | None = None,
        only_failed: bool | None = None,
        options: RequestOptions | None = None,
    ) -> models.ReplayCount:
        """Count what a replay of a span would deliver, without requesting it."""
        return self._sender.send(
            Request(
                "GET",
                f"/v1/subscriptions/{quote(id)}/replays/count",
                query={"from": from_, "to": to, "only_failed": only_failed},
                options=options,
            ),
            models.ReplayCount,
        )


class Deliveries:
    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def list(
        self,
        *,
        limit: int | None = None,
        subscription_id: str | None = None,
        state: str | Sequence[str] | None = None,
        attempted: bool | None = None,
        event_type: str | None = None,
        event_id: str | None = None,
        from_: datetime | str | None = None,
        to: datetime | str | None = None,
        cursor: str | None = None,
        options: RequestOptions | None = None,
    ) -> Pages[models.DeliveryPage, models.Delivery]:
        """List deliveries with their attempts, newest first: an iterator over the items of all pages."""
        return Pages(
            self._sender,
            Request(
                "GET",
                "/v1/deliveries",
                query={
                    "limit": limit,
                    "subscription_id": subscription_id,
                    "state": state,
                    "attempted": attempted,
                    "event_type": event_type,
                    "event_id": event_id,
                    "from": from_,
                    "to": to,
                    "cursor": cursor,
                },
                options=options,
            ),
            models.DeliveryPage,
            models.Delivery,
        )

    def read(self, id: str, *, options: RequestOptions | None = None) -> models.Delivery:
        """Read a delivery with its attempts."""
        return self._sender.send(Request("GET", f"/v1/deliveries/{quote(id)}", options=options), models.Delivery)

    def summary(self, *, options: RequestOptions | None = None) -> models.DeliverySummary:
        """Sum up the subscriptions of the project that are not revoked."""
        return self._sender.send(Request("GET", "/v1/deliveries/summary", options=options), models.DeliverySummary)

    def count(self, id: str, *, options: RequestOptions | None = None) -> models.SubscriptionSummary:
        """Count a subscription’s deliveries by state, and say whether its endpoint fails."""
        return self._sender.send(
            Request("GET", f"/v1/subscriptions/{quote(id)}/deliveries/summary", options=options),
            models.SubscriptionSummary,
        )

    def request(self, id: str, *, options: RequestOptions | None = None) -> models.DeliveryRequest:
        """Read what a delivery sends."""
        return self._sender.send(
            Request("GET", f"/v1/deliveries/{quote(id)}/request", options=options), models.DeliveryRequest
        )

    def retry(self, id: str, *, options: RequestOptions | None = None) -> models.Delivery:
        """Have a delivery attempted now, ahead of its schedule, which stays as it is, or once more after it was given up."""
        return self._sender.send(
            Request("POST", f"/v1/deliveries/{quote(id)}/retry", has_key=True, options=options), models.Delivery
        )

    def retry_batch(
        self, *, options: RequestOptions | None = None, **body: Unpack[params.RetryBatchBody]
    ) -> models.DeliveryBatch:
        """Have up to 100 deliveries attempted now."""
        return self._sender.send(
            Request("POST", "/v1/deliveries/retry", body=body, has_key=True, options=options), models.DeliveryBatch
        )


class Projects:
    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def create(
        self, *, options: RequestOptions | None = None, **body: Unpack[params.CreateProjectBody]
    ) -> models.CreatedProject:
        """Create a project with its first admin credential."""
        return self._sender.send(
            Request("POST", "/v1/projects", body=body, has_key=True, options=options), models.CreatedProject
        )

    def list(
        self,
        *,
        limit: int | None = None,
        from_: datetime | str | None = None,
        to: datetime | str | None = None,
        state: str | Sequence[str] | None = None,
        cursor: str | None = None,
        options: RequestOptions | None = None,
    ) -> Pages[models.ProjectPage, models.Project]:
        """List projects, newest first: an iterator over the items of all pages."""
        return Pages(
            self._sender,
            Request(
                "GET",
                "/v1/projects",
                query={"limit": limit, "from": from_, "to": to, "state": state, "cursor": cursor},
                options=options,
            ),
            models.ProjectPage,
            models.Project,
        )

    def current(self, *, options: RequestOptions | None = None) -> models.CurrentProject:
        """Read the credential’s own project and environment, and what it may do."""
        return self._sender.send(Request("GET", "/v1/projects/current", options=options), models.CurrentProject)

    def read(self, id: str, *, options: RequestOptions | None = None) -> models.Project:
        """Read a project."""
        return self._sender.send(Request("GET", f"/v1/projects/{quote(id)}", options=options), models.Project)

    def update(
        self, id: str, *, options: RequestOptions | None = None, **body: Unpack[params.UpdateProjectBody]
    ) -> models.Project:
        """Change a project’s name, quota or longest life of credentials."""
        return self._sender.send(
            Request("PATCH", f"/v1/projects/{quote(id)}", body=body, options=options), models.Project
        )

    def suspend(
        self, id: str, *, options: RequestOptions | None = None, **body: Unpack[params.ReasonBody]
    ) -> models.Project:
        """Suspend a project."""
        return self._sender.send(
            Request("POST", f"/v1/projects/{quote(id)}/suspend", body=body, has_key=True, options=options),
            models.Project,
        )

    def resume(
        self, id: str, *, options: RequestOptions | None = None, **body: Unpack[params.ReasonBody]
    ) -> models.Project:
        """Resume a suspended project."""
        return self._sender.send(
            Request("POST", f"/v1/projects/{quote(id)}/resume", body=body, has_key=True, options=options),
            models.Project,
        )

    def block_subject(
        self, id: str, *, options: RequestOptions | None = None, **body: Unpack[params.SubjectBody]
    ) -> models.Project:
        """Block a subject of the OAuth issuer."""
        return self._sender.send(
            Request("POST", f"/v1/projects/{quote(id)}/block-subject", body=body, has_key=True, options=options),
            models.Project,
        )

    def unblock_subject(
        self, id: str, *, options: RequestOptions | None = None, **body: Unpack[params.SubjectBody]
    ) -> models.Project:
        """Unblock a subject of the OAuth issuer."""
        return self._sender.send(
            Request("POST", f"/v1/projects/{quote(id)}/unblock-subject", body=body, has_key=True, options=options),
            models.Project,
        )


class Operators:
    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def invite(
        self, *, options: RequestOptions | None = None, **body: Unpack[params.InviteBody]
    ) -> models.InvitedOperator:
        """Invite somebody to the Console."""
        return self._sender.send(
            Request("POST", "/v1/operators", body=body, has_key=True, options=options), models.InvitedOperator
        )

    def list(
        self,
        *,
        limit: int | None = None,
        from_: datetime | str | None = None,
        to: datetime | str | None = None,
        state: str | Sequence[str] | None = None,
        cursor: str | None = None,
        options: RequestOptions | None = None,
    ) -> Pages[models.OperatorPage, models.Operator]:
        """List the operators with roles that the caller may give and take, newest first: an iterator over the items of all pages."""
        return Pages(
            self._sender,
            Request(
                "GET",
                "/v1/operators",
                query={"limit": limit, "from": from_, "to": to, "state": state, "cursor": cursor},
                options=options,
            ),
            models.OperatorPage,
            models.Operator,
        )

    def read(self, id: str, *, options: RequestOptions | None = None) -> models.Operator:
        """Read an operator."""
        return self._sender.send(Request("GET", f"/v1/operators/{quote(id)}", options=options), models.Operator)

    def change_roles(
        self, id: str, *, options: RequestOptions | None = None, **body: Unpack[params.ChangeRolesBody]
    ) -> models.Operator:
        """Give an operator other roles, in the projects of the caller."""
        return self._sender.send(
            Request("POST", f"/v1/operators/{quote(id)}/change-roles", body=body, has_key=True, options=options),
            models.Operator,
        )

    def remove(
        self, id: str, *, options: RequestOptions | None = None, **body: Unpack[params.ReasonBody]
    ) -> models.Operator:
        """Remove an operator, at once and permanently."""
        return self._sender.send(
            Request("POST", f"/v1/operators/{quote(id)}/remove", body=body, has_key=True, options=options),
            models.Operator,
        )

    def renew_invitation(self, id: str, *, options: RequestOptions | None = None) -> models.InvitedOperator:
        """Replace an invitation that was not redeemed."""
        return self._sender.send(
            Request("POST", f"/v1/operators/{quote(id)}/renew-invitation", has_key=True, options=options),
            models.InvitedOperator,
        )


class Events:
    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def list(
        self,
        *,
        limit: int | None = None,
        from_: datetime | str | None = None,
        to: datetime | str | None = None,
        order: str | None = None,
        subject_id: str | None = None,
        category: str | None = None,
        cursor: str | None = None,
        options: RequestOptions | None = None,
    ) -> Pages[models.EventPage, models.Event]:
        """List events, oldest first unless `order` says otherwise: an iterator over the items of all pages."""
        return Pages(
            self._sender,
            Request(
                "GET",
                "/v1/events",
                query={
                    "limit": limit,
                    "from": from_,
                    "to": to,
                    "order": order,
                    "subject_id": subject_id,
                    "category": category,
                    "cursor": cursor,
                },
                options=options,
            ),
            models.EventPage,
            models.Event,
        )

    def read(self, id: str, *, options: RequestOptions | None = None) -> models.Event:
        """Read an event."""
        return self._sender.send(Request("GET", f"/v1/events/{quote(id)}", options=options), models.Event)


class EventCategories:
    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def list(self, *, options: RequestOptions | None = None) -> models.EventCategories:
        """List the types of events, each with the domain it belongs to and the JSON Schema (2020-12) of its event."""
        return self._sender.send(Request("GET", "/v1/event-categories", options=options), models.EventCategories)


class Interactions:
    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def list(
        self,
        *,
        limit: int | None = None,
        from_: datetime | str | None = None,
        to: datetime | str | None = None,
        channel: str | None = None,
        credential_id: str | None = None,
        operation: str | None = None,
        outcome: str | None = None,
        error_code: str | None = None,
        subject: str | None = None,
        reads: bool | None = None,
        cursor: str | None = None,
        options: RequestOptions | None = None,
    ) -> Pages[models.InteractionPage, models.Interaction]:
        """List interactions, newest first: an iterator over the items of all pages."""
        return Pages(
            self._sender,
            Request(
                "GET",
                "/v1/interactions",
                query={
                    "limit": limit,
                    "from": from_,
                    "to": to,
                    "channel": channel,
                    "credential_id": credential_id,
                    "operation": operation,
                    "outcome": outcome,
                    "error_code": error_code,
                    "subject": subject,
                    "reads": reads,
                    "cursor": cursor,
                },
                options=options,
            ),
            models.InteractionPage,
            models.Interaction,
        )

    def check(self, *, day: str | None = None, options: RequestOptions | None = None) -> models.HistoryCheck:
        """Check that a day’s interactions are as they were written, each lane by itself."""
        return self._sender.send(
            Request("GET", "/v1/interactions/check", query={"day": day}, options=options), models.HistoryCheck
        )

    def read(self, id: str, *, options: RequestOptions | None = None) -> models.Interaction:
        """Read an interaction by its request id."""
        return self._sender.send(Request("GET", f"/v1/interactions/{quote(id)}", options=options), models.Interaction)


class Usage:
    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def read(
        self,
        *,
        from_: datetime | str | None = None,
        to: datetime | str | None = None,
        granularity: str | None = None,
        group_by: str | Sequence[str] | None = None,
        credential_id: str | None = None,
        error_code: str | None = None,
        options: RequestOptions | None = None,
    ) -> models.Usage:
        """Count what the project has done, by hour or day, operation and outcome."""
        return self._sender.send(
            Request(
                "GET",
                "/v1/usage",
                query={
                    "from": from_,
                    "to": to,
                    "granularity": granularity,
                    "group_by": group_by,
                    "credential_id": credential_id,
                    "error_code": error_code,
                },
                options=options,
            ),
            models.Usage,
        )


class Log:
    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def keys(self, environment: str, *, options: RequestOptions | None = None) -> models.KeySet:
        """Read the keys that sign elements, answers and the log’s checkpoints, as a JWK Set."""
        return self._sender.send(Request("GET", f"/v1/log/{quote(environment)}/keys", options=options), models.KeySet)

    def checkpoints(
        self,
        environment: str,
        *,
        from_: int | None = None,
        to: int | None = None,
        limit: int | None = None,
        options: RequestOptions | None = None,
    ) -> models.LogCheckpoints:
        """Read earlier checkpoints of the transparency log, the smallest first, and see how it grew."""
        return self._sender.send(
            Request(
                "GET",
                f"/v1/log/{quote(environment)}/checkpoints",
                query={"from": from_, "to": to, "limit": limit},
                options=options,
            ),
            models.LogCheckpoints,
        )

    def witnesses(self, environment: str, *, options: RequestOptions | None = None) -> models.LogWitnesses:
        """Read which witnesses are asked to cosign the log’s checkpoints."""
        return self._sender.send(
            Request("GET", f"/v1/log/{quote(environment)}/witnesses", options=options), models.LogWitnesses
        )

    def checkpoint(self, environment: str, *, options: RequestOptions | None = None) -> str:
        """Read the newest checkpoint of the transparency log, a signed note (C2SP tlog-checkpoint)."""
        return self._sender.send(
            Request("GET", f"/v1/log/{quote(environment)}/checkpoint", accept="text/plain", options=options), str
        )

    def policy(self, environment: str, *, options: RequestOptions | None = None) -> str:
        """Read the signed trust policy, by which readers follow the log’s keys and witnesses."""
        return self._sender.send(
            Request("GET", f"/v1/log/{quote(environment)}/policy", accept="text/plain", options=options), str
        )

    def tile(self, environment: str, level: str, number: str, *, options: RequestOptions | None = None) -> bytes:
        """Read hashes of the transparency log, 32 bytes each (C2SP tlog-tiles)."""
        return self._sender.send(
            Request(
                "GET",
                f"/v1/log/{quote(environment)}/tile/{quote(level)}/{quote(number, path=True)}",
                accept="application/octet-stream",
                options=options,
            ),
            bytes,
        )

    def entries(self, environment: str, number: str, *, options: RequestOptions | None = None) -> bytes:
        """Read entries of the transparency log, each 64 bytes behind their length in 2 bytes (C2SP tlog-tiles)."""
        return self._sender.send(
            Request(
                "GET",
                f"/v1/log/{quote(environment)}/tile/entries/{quote(number, path=True)}",
                accept="application/octet-stream",
                options=options,
            ),
            bytes,
        )


class Status:
    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def read(self, *, options: RequestOptions | None = None) -> models.Status:
        """Read how far the views behind the answers, and the newest checkpoint of the log, are behind."""
        return self._sender.send(Request("GET", "/v1/status", options=options), models.Status)


class Resources:
    def __init__(self, sender: Sender) -> None:
        self.records = Records(sender)
        self.authorities = Authorities(sender)
        self.links = Links(sender)
        self.credentials = Credentials(sender)
        self.subscriptions = Subscriptions(sender)
        self.replays = Replays(sender)
        self.deliveries = Deliveries(sender)
        self.projects = Projects(sender)
        self.operators = Operators(sender)
        self.events = Events(sender)
        self.event_categories = EventCategories(sender)
        self.interactions = Interactions(sender)
        self.usage = Usage(sender)
        self.log = Log(sender)
        self.status = Status(sender)
