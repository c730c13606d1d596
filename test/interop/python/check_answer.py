"""Checks a signed answer as docs/evidence.md describes it, with the JOSE and JSON libraries of others.

Prints one line for each check, and exits with 1 where one of them fails.
"""

import argparse
import hashlib
import json
import sys
from base64 import b64decode, b64encode
from pathlib import Path

import rfc8785
from joserfc import jws
from joserfc.errors import JoseError
from joserfc.jwk import OKPKey

HASH_SIZE = 32


class CheckFailed(Exception):
    """What is checked is not so."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--answer", type=Path, required=True, help="the body of the answer")
    parser.add_argument("--headers", type=Path, required=True, help="its headers, as curl -D writes them")
    parser.add_argument("--request", type=Path, required=True, help="the body of the request")
    parser.add_argument("--keys", type=Path, required=True, help="the log's keys, from a way that you trust")
    parser.add_argument("--path", default="/v1/records/verify", help="the path of the request")
    parser.add_argument("--nonce", help="what was sent in Service-Nonce")
    arguments = parser.parse_args()

    try:
        check(arguments)
    except (CheckFailed, JoseError, ValueError) as fault:
        print(f"FAIL {type(fault).__name__}: {fault}")
        return 1
    return 0


def check(arguments: argparse.Namespace) -> None:
    body = parse_json(arguments.answer.read_text("utf-8"))
    request = parse_json(arguments.request.read_text("utf-8"))
    keys = parse_json(arguments.keys.read_text("utf-8"))
    headers = parse_headers(arguments.headers.read_text("utf-8"))

    as_of = headers["service-evidence-as-of"]
    origin = as_of.split(" ")[0]
    if origin != keys["log"]["origin"]:
        raise CheckFailed("the answer is of another log")
    statement = {
        "answer": digest(body),
        "as_of": as_of,
        "format": "answer/v1",
        "nonce": arguments.nonce,
        "request": digest({"body": request, "method": "POST", "path": arguments.path}),
        "request_id": body["request_id"] if "request_id" in body else headers["service-request-id"],
    }
    print("ok   statement")

    size, root = follow(headers["service-evidence-path"], sha256(b"\0" + rfc8785.dumps(statement)))
    print("ok   path")

    payload = f"answers/v1\n{origin}\n{size}\n{b64encode(root).decode()}\n"
    check_signature(headers["service-evidence-signature"], payload, keys["keys"])
    print("ok   signature")


def follow(path: str, leaf: bytes) -> tuple[int, bytes]:
    """The size of the tree and its root, where the path leads. RFC 9162, section 2.1.3.2."""
    place, *siblings = path.split(",")
    index, size = (decimal(part) for part in place.split("/"))
    if index >= size:
        raise CheckFailed("the index lies outside of the tree")
    node, last, root = index, size - 1, leaf
    for sibling in map(decode_hash, siblings):
        if last == 0:
            raise CheckFailed("the path is too long")
        if node % 2 == 1 or node == last:
            root = sha256(b"\1" + sibling + root)
            while node % 2 == 0 and node != 0:
                node, last = node >> 1, last >> 1
        else:
            root = sha256(b"\1" + root + sibling)
        node, last = node >> 1, last >> 1
    if last != 0:
        raise CheckFailed("the path is too short")
    return size, root


def check_signature(signature: str, payload: str, keys: list[dict]) -> None:
    """A detached JWS of RFC 7515, appendix F, with the algorithm of RFC 9864."""
    header = jws.extract_compact(signature.encode(), payload).headers()
    key_id = header["kid"]
    if header != {"alg": "Ed25519", "kid": key_id, "typ": "answers+jws"}:
        raise CheckFailed(f"the protected header is {header}")
    for key in keys:
        if key["kid"] == key_id and key["purpose"] == "answer":
            break
    else:
        raise CheckFailed("no key of the log has this name for answers")
    if key["state"] != "active":
        raise CheckFailed("the key was revoked")
    public = OKPKey.import_key({name: key[name] for name in ("kty", "crv", "x")})
    if public.thumbprint() != key_id:
        raise CheckFailed("the name of the key is not its thumbprint")
    jws.deserialize_compact(signature, public, algorithms=["Ed25519"], payload=payload)


def digest(value: object) -> str:
    return "sha256:" + hashlib.sha256(rfc8785.dumps(value)).hexdigest()


def sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def decimal(text: str) -> int:
    if not (text.isascii() and text.isdigit()) or str(int(text)) != text:
        raise CheckFailed(f"{text!r} is no number")
    return int(text)


def decode_hash(text: str) -> bytes:
    value = b64decode(text, validate=True)
    if len(value) != HASH_SIZE or b64encode(value).decode() != text:
        raise CheckFailed(f"{text!r} is no hash")
    return value


def parse_json(text: str):
    """I-JSON of RFC 7493: no member occurs twice."""

    def members(pairs: list[tuple[str, object]]) -> dict:
        if len(dict(pairs)) != len(pairs):
            raise CheckFailed("a member occurs twice")
        return dict(pairs)

    return json.loads(text, object_pairs_hook=members)


def parse_headers(text: str) -> dict[str, str]:
    """The fields of the last answer in the file, by name in lower case."""
    block = text.replace("\r\n", "\n").strip("\n").split("\n\n")[-1]
    fields: dict[str, str] = {}
    for line in block.split("\n")[1:]:
        name, colon, value = line.partition(":")
        if not colon or name.lower() in fields:
            raise CheckFailed(f"the header {line!r} is none, or occurs twice")
        fields[name.lower()] = value.strip()
    for name in ("as-of", "path", "signature"):
        if f"service-evidence-{name}" not in fields:
            raise CheckFailed(f"the header Service-Evidence-{name.title()} is missing")
    return fields


if __name__ == "__main__":
    sys.exit(main())
