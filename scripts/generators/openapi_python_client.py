"""Calls the service with the client of openapi-python-client."""

import datetime
import os

from client import AuthenticatedClient
from client.api.authorities import authorities_grant
from client.api.records import records_list, records_read, records_register
from client.api.subscriptions import subscriptions_create
from client.api.verification import records_verify
from client.models import EventCategory, GrantBody, RegisterBody, SubscribeBody, VerifyBody

service = AuthenticatedClient(base_url=os.environ["SERVICE_URL"], token=os.environ["SERVICE_TOKEN"])
until = datetime.datetime(2099, 12, 31, tzinfo=datetime.timezone.utc)
granted = authorities_grant.sync(client=service, body=GrantBody(issuer="Shop", scope=["verify"], valid_until=until))
wanted = RegisterBody(authority_id=granted.id, origin="https://shop.example/1", content="What it says.")
first, second = (records_register.sync(client=service, body=wanted) for _ in range(2))
verified = records_verify.sync(client=service, body=VerifyBody(record_id=first.id))
pages = [records_list.sync(client=service, authority_id=granted.id, limit=1)]
pages.append(records_list.sync(client=service, authority_id=granted.id, limit=1, cursor=pages[0].next_cursor))
assert [page.data[0].id for page in pages] == [second.id, first.id]
missing = records_read.sync(client=service, id="rec_missing")
endpoint = SubscribeBody(endpoint="https://shop.example/hook", categories=[EventCategory.RECORD])
subscription = subscriptions_create.sync(client=service, body=endpoint)
print(first.state, verified.evidence.verdict.result, len(pages), missing.error.code, subscription.state)
