"""Every method, once, against a running service, by both clients."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable, Coroutine, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import Any, cast

import pytest
from conftest import Service

from record_verification import AsyncRecordVerification, RecordVerification, RequestOptions, ServiceError
from record_verification._async_sender import AsyncPages
from record_verification._sender import Pages
from record_verification.evidence.transitions import RULES

UNTIL = "2099-12-31T00:00:00Z"
REASON = {"reason": "A test."}
ALLOWED = {rule["action"]: rule["from"] for rule in RULES["record"]["transitions"].values() if "action" in rule}
GRANT = {"project_id": None, "role": "auditor"}


@dataclass
class World:
    """What the calls are about: made once for calls that leave it as it is, and otherwise for each call."""

    client: RecordVerification

    @cached_property
    def registry(self) -> str:
        return self.authority

    @cached_property
    def subscribed(self) -> str:
        return self.subscription

    @property
    def authority(self) -> str:
        return self.client.authorities.grant(issuer="Test", scope=["verify"], valid_until=UNTIL).id

    @property
    def record(self) -> str:
        return self.client.records.register(authority_id=self.registry, origin="https://a.example", content="x").id

    def before(self, action: str) -> str:
        """A record that an action of the published rules is allowed on."""
        return self.record if "active" in ALLOWED[action] else self.client.records.suspend(self.record, reason="A test.").id

    @property
    def subscription(self) -> str:
        made = self.client.subscriptions.create(endpoint="http://127.0.0.1:47999/", categories=["record"])
        return made.id

    @property
    def credential(self) -> str:
        return self.client.credentials.issue(name="Test", capabilities=["read"]).id

    @property
    def yesterday(self) -> str:
        return f"{datetime.now(UTC) - timedelta(days=1):%Y-%m-%dT%H:%M:%SZ}"

    @property
    def tile(self) -> str:
        return f"000.p/{self.client.log.checkpoint('development').splitlines()[1]}"

    @property
    def event(self) -> str:
        return next(iter(self.client.events.list(limit=1))).id

    @property
    def interaction(self) -> str:
        page: Any = next(self.client.interactions.list(limit=1).pages())
        return page.data[0].root.id


Call = Callable[[Any, World], Any]
ITEM: Callable[[World], dict[str, Any]] = lambda w: {
    "authority_id": w.registry,
    "origin": "https://a.example",
    "content": "x",
}



def changing(action: str) -> dict[str, Call]:
    """An action that needs nothing but a reason, on one record and on many."""
    one = RequestOptions(if_match='"1"') if "active" in ALLOWED[action] else RequestOptions()
    return {
        f"records.{action}": lambda c, w: getattr(c.records, action)(w.before(action), **REASON, options=one),
        f"records.{action}_batch": lambda c, w: getattr(c.records, f"{action}_batch")(
            records=[{"record_id": w.before(action), **REASON}]
        ),
    }


CALLS: dict[str, Call] = {
    **{name: call for action in ALLOWED for name, call in changing(action).items()},
    "records.amend_batch": lambda c, w: c.records.amend_batch(records=[{"record_id": w.record, "content": "y", **REASON}]),
    "records.supersede_batch": lambda c, w: c.records.supersede_batch(
        records=[{"record_id": w.record, "successor_id": w.record, **REASON}]
    ),
    "records.register": lambda c, w: c.records.register(**ITEM(w)),
    "records.list": lambda c, w: c.records.list(limit=1, state=["active"], metadata=["team=a"]),
    "records.register_batch": lambda c, w: c.records.register_batch(records=[ITEM(w)]),
    "records.read": lambda c, w: c.records.read("rec_example"),
    "records.update": lambda c, w: c.records.update(w.record, metadata={"team": "a"}),
    "records.history": lambda c, w: c.records.history("rec_example"),
    "records.amend": lambda c, w: c.records.amend(w.record, content="y", **REASON),
    "records.supersede": lambda c, w: c.records.supersede(w.record, successor_id=w.record, **REASON),
    "records.verify": lambda c, w: c.records.verify(record_id="rec_example", options=RequestOptions(wait=1)),
    "records.verify_batch": lambda c, w: c.records.verify_batch(records=[{"record_id": "rec_example"}]),
    "records.evidence": lambda c, w: c.records.evidence("rec_example"),
    "authorities.grant": lambda c, w: c.authorities.grant(issuer="Test", scope=["verify"], valid_until=UNTIL),
    "authorities.list": lambda c, w: c.authorities.list(limit=1),
    "authorities.read": lambda c, w: c.authorities.read(w.registry),
    "authorities.history": lambda c, w: c.authorities.history(w.registry),
    "authorities.reach": lambda c, w: c.authorities.reach(w.registry),
    "authorities.renew": lambda c, w: c.authorities.renew(w.authority, valid_until="2099-12-30T00:00:00Z", **REASON),
    "authorities.rescope": lambda c, w: c.authorities.rescope(w.authority, scope=["more"], **REASON),
    "authorities.suspend": lambda c, w: c.authorities.suspend(w.authority, **REASON),
    "authorities.reinstate": lambda c, w: c.authorities.reinstate(
        w.client.authorities.suspend(w.authority, reason="A test.").id, **REASON
    ),
    "authorities.revoke": lambda c, w: c.authorities.revoke(w.authority, cause="ceased", **REASON),
    "credentials.issue": lambda c, w: c.credentials.issue(name="Test", capabilities=["read"]),
    "credentials.list": lambda c, w: c.credentials.list(limit=1),
    "credentials.read": lambda c, w: c.credentials.read(w.credential),
    "credentials.update": lambda c, w: c.credentials.update(w.credential, name="Other"),
    "credentials.rotate": lambda c, w: c.credentials.rotate(w.credential, overlap_seconds=0),
    "credentials.revoke": lambda c, w: c.credentials.revoke(w.credential, **REASON),
    "credentials.report_leak": lambda c, w: c.credentials.report_leak([{"token": "svc_dev_" + "0" * 52}]),
    "subscriptions.create": lambda c, w: c.subscriptions.create(endpoint="http://127.0.0.1:47999/", categories=["record"]),
    "subscriptions.list": lambda c, w: c.subscriptions.list(limit=1),
    "subscriptions.read": lambda c, w: c.subscriptions.read(w.subscribed),
    "subscriptions.update": lambda c, w: c.subscriptions.update(w.subscribed, description="Test"),
    "subscriptions.revoke": lambda c, w: c.subscriptions.revoke(w.subscription, **REASON),
    "subscriptions.rotate": lambda c, w: c.subscriptions.rotate(w.subscription),
    "subscriptions.disable": lambda c, w: c.subscriptions.disable(w.subscription, **REASON),
    "subscriptions.enable": lambda c, w: c.subscriptions.enable(
        w.client.subscriptions.disable(w.subscription, reason="A test.").id
    ),
    "subscriptions.test": lambda c, w: c.subscriptions.test(w.subscription),
    "subscriptions.replay": lambda c, w: c.subscriptions.replay(w.subscription, from_=w.yesterday),
    "links.create": lambda c, w: c.links.create(w.before("revoke"), shows=["issuer"]),
    "links.list": lambda c, w: c.links.list(w.before("revoke")),
    "links.read": lambda c, w: c.links.read("lnk_missing"),
    "links.revoke": lambda c, w: c.links.revoke("lnk_missing", **REASON),
    "replays.list": lambda c, w: c.replays.list(w.subscribed),
    "replays.count": lambda c, w: c.replays.count(
        w.subscribed, from_=w.yesterday, only_failed=True
    ),
    "replays.read": lambda c, w: c.replays.read("rpl_missing"),
    "deliveries.list": lambda c, w: c.deliveries.list(subscription_id=w.subscribed),
    "deliveries.count": lambda c, w: c.deliveries.count(w.subscribed),
    "deliveries.summary": lambda c, w: c.deliveries.summary(),
    "deliveries.request": lambda c, w: c.deliveries.request("dlv_missing"),
    "deliveries.read": lambda c, w: c.deliveries.read("dlv_missing"),
    "deliveries.retry": lambda c, w: c.deliveries.retry("dlv_missing"),
    "deliveries.retry_batch": lambda c, w: c.deliveries.retry_batch(delivery_ids=["dlv_missing"]),
    "events.list": lambda c, w: c.events.list(limit=1, options=RequestOptions(wait=1)),
    "events.read": lambda c, w: c.events.read(w.event),
    "event_categories.list": lambda c, w: c.event_categories.list(),
    "projects.create": lambda c, w: c.projects.create(name="Test"),
    "projects.list": lambda c, w: c.projects.list(limit=1),
    "projects.current": lambda c, w: c.projects.current(),
    "projects.read": lambda c, w: c.projects.read("prj_missing"),
    "projects.update": lambda c, w: c.projects.update("prj_missing", name="Test"),
    "projects.suspend": lambda c, w: c.projects.suspend("prj_missing", **REASON),
    "projects.resume": lambda c, w: c.projects.resume("prj_missing", **REASON),
    "projects.block_subject": lambda c, w: c.projects.block_subject("prj_missing", subject="s", **REASON),
    "projects.unblock_subject": lambda c, w: c.projects.unblock_subject("prj_missing", subject="s", **REASON),
    "operators.invite": lambda c, w: c.operators.invite(grants=[GRANT]),
    "operators.list": lambda c, w: c.operators.list(limit=1),
    "operators.read": lambda c, w: c.operators.read("opr_missing"),
    "operators.change_roles": lambda c, w: c.operators.change_roles("opr_missing", grants=[GRANT], **REASON),
    "operators.remove": lambda c, w: c.operators.remove("opr_missing", **REASON),
    "operators.renew_invitation": lambda c, w: c.operators.renew_invitation("opr_missing"),
    "interactions.list": lambda c, w: c.interactions.list(limit=1),
    "interactions.check": lambda c, w: c.interactions.check(),
    "interactions.read": lambda c, w: c.interactions.read(w.interaction),
    "usage.read": lambda c, w: c.usage.read(),
    "status.read": lambda c, w: c.status.read(),
    "log.checkpoints": lambda c, w: c.log.checkpoints("development"),
    "log.witnesses": lambda c, w: c.log.witnesses("development"),
    "log.keys": lambda c, w: c.log.keys("development"),
    "log.checkpoint": lambda c, w: c.log.checkpoint("development"),
    "log.policy": lambda c, w: c.log.policy("development"),
    "log.tile": lambda c, w: c.log.tile("development", "0", w.tile),
    "log.entries": lambda c, w: c.log.entries("development", w.tile),
}

OF_OPERATORS = ("projects.", "operators.")
"""Operations of the service's operators, under a credential of theirs."""


def methods_of(resource: Any, prefix: str = "") -> set[str]:
    names: set[str] = set()
    for name, value in vars(resource).items():
        if not name.startswith("_"):
            names |= methods_of(value, f"{prefix}{name}.")
    own = inspect.getmembers(resource, inspect.ismethod)
    return names | {f"{prefix}{name}" for name, _ in own if prefix and not name.startswith("_")}


def test_the_calls_are_all_methods(service: Service) -> None:
    client = RecordVerification(token="none", base_url=service.url)
    assert methods_of(client) == set(CALLS)
    assert methods_of(AsyncRecordVerification(token="none", base_url=service.url)) == set(CALLS)


def judge(name: str, error: ServiceError) -> None:
    # What does not exist is refused as such, by the route that was meant.
    expected = (404,) if "missing" in inspect.getsource(CALLS[name]) or name == "log.policy" else ()
    assert error.status in expected or error.code == "authority.insufficient_scope", f"{name}: {error}"
    # Nobody signed a policy for this service.
    assert error.code != "route.not_found" or name == "log.policy", name


@dataclass(frozen=True)
class Callers:
    """Both clients of each credential, made once: a client reads all root certificates."""

    world: World
    clients: dict[str, RecordVerification]
    asynchronous: dict[str, AsyncRecordVerification]
    loop: asyncio.Runner


@pytest.fixture(scope="module")
def callers(service: Service) -> Iterator[Callers]:
    kinds, pinned = ("admin", "operator"), service.keys
    with ExitStack() as stack:

        def client(kind: str) -> RecordVerification:
            made = RecordVerification(token=service.tokens[kind], base_url=service.url, verify=pinned)
            return stack.enter_context(made)

        def asynchronous(kind: str) -> AsyncRecordVerification:
            made = AsyncRecordVerification(token=service.tokens[kind], base_url=service.url, verify=pinned)
            stack.callback(lambda: loop.run(made.close()))
            return made

        loop = stack.enter_context(asyncio.Runner())
        clients = {kind: client(kind) for kind in kinds}
        yield Callers(World(clients["admin"]), clients, {kind: asynchronous(kind) for kind in kinds}, loop)


@pytest.mark.parametrize("name", list(CALLS))
def test_a_method(callers: Callers, name: str) -> None:
    kind = "operator" if name.startswith(OF_OPERATORS) and name != "projects.current" else "admin"
    try:
        answer = CALLS[name](callers.clients[kind], callers.world)
        if isinstance(answer, Pages):
            answer = next(cast("Pages[Any, Any]", answer).pages())
        assert answer is not None
    except ServiceError as error:
        judge(name, error)

    async def run() -> None:
        try:
            answer = CALLS[name](callers.asynchronous[kind], callers.world)
            if isinstance(answer, AsyncPages):
                answer = await anext(cast("AsyncPages[Any, Any]", answer).pages())
            else:
                answer = await cast("Coroutine[Any, Any, Any]", answer)
            assert answer is not None
        except ServiceError as error:
            judge(name, error)

    callers.loop.run(run())
