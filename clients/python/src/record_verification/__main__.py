"""Checks the folder of a case file: ``python3 -P -m record_verification CASE --keys KEYS``."""

import argparse
import json
import sys
from pathlib import Path

from .evidence import VerifyOptions, accept_policy, parse_trust, verify_answer, verify_bundle

parser = argparse.ArgumentParser("record_verification", description="Checks the folder of a case file.")
parser.add_argument("case", type=Path)
pinned = parser.add_mutually_exclusive_group(required=True)
pinned.add_argument("--keys", type=Path, help="the document of the log's keys that you trust")
pinned.add_argument("--policy", type=Path, help="a signed trust policy")
parser.add_argument("--fingerprint", help="of the policy's key, from elsewhere")
parser.add_argument("--allow-expired", action="store_true", help="take a policy that has expired")
parser.add_argument("--nonce", help="what the answer must have signed, where there is no bundle")
given = parser.parse_args()
if given.policy and not given.fingerprint:
    parser.error("--policy needs --fingerprint")

if given.keys:
    trust = parse_trust(given.keys.read_bytes())
else:
    trust = accept_policy(given.policy.read_text("utf-8"), fingerprint=given.fingerprint)
options = VerifyOptions(allow_expired_policy=given.allow_expired)
if given.nonce is None:
    report = verify_bundle((given.case / "bundle.json").read_bytes(), trust, options)
else:
    lines = (given.case / "headers.txt").read_text("utf-8").splitlines()
    headers = dict(line.split(": ", 1) for line in lines)
    request = json.loads((given.case / "request.json").read_bytes())
    answer = (given.case / "answer.json").read_bytes()
    report = verify_answer(answer, headers, trust, request=request, nonce=given.nonce, options=options)
print(report.summary)
print(report.groups)
sys.exit(0 if report.ok else 1)
