"""Calls the service with the Python client of openapi-generator."""

import datetime
import json
import os

from openapi_client import ApiClient, ApiException, AuthoritiesApi, Configuration, GrantBody, RecordsApi, RegisterBody
from openapi_client import SubscribeBody, SubscriptionsApi, VerificationApi, VerifyBody

service = ApiClient(Configuration(host=os.environ["SERVICE_URL"], access_token=os.environ["SERVICE_TOKEN"]))
records = RecordsApi(service)
until = datetime.datetime(2099, 12, 31, tzinfo=datetime.timezone.utc)
granted = AuthoritiesApi(service).authorities_grant(GrantBody(issuer="Shop", scope=["verify"], valid_until=until))
wanted = RegisterBody(authority_id=granted.id, origin="https://shop.example/1", content="What it says.")
first, second = (records.records_register(wanted) for _ in range(2))
verified = VerificationApi(service).records_verify(VerifyBody(record_id=first.id))
pages = [records.records_list(authority_id=granted.id, limit=1)]
pages.append(records.records_list(authority_id=granted.id, limit=1, cursor=pages[0].next_cursor))
assert [page.data[0].id for page in pages] == [second.id, first.id]
try:
    records.records_read("rec_missing")
except ApiException as error:
    missing = json.loads(error.body)["error"]["code"]
endpoint = SubscribeBody(endpoint="https://shop.example/hook", categories=["record"])
subscription = SubscriptionsApi(service).subscriptions_create(endpoint)
print(first.state.value, verified.evidence.verdict.result, len(pages), missing, subscription.state.value)
