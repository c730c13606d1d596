"""JSON from others."""

from __future__ import annotations

import json
import os
from pathlib import Path

import httpx
import pytest

from record_verification import TransportError
from record_verification._error_bodies import error_of
from record_verification._exchange import parsed
from record_verification._json import read_json
from record_verification.evidence import EvidenceError
from record_verification.evidence.strict_json import canonical_json, parse_strict_json


def _nested(levels: int) -> str:
    return "[" * levels + "]" * levels


def test_at_most_64_levels_are_read() -> None:
    assert read_json('{"a": [1, null]}') == {"a": [1, None]}
    read_json(_nested(64))
    for levels in (65, 900, 200_000):
        with pytest.raises(ValueError):
            read_json(_nested(levels))


@pytest.mark.parametrize("text", [_nested(200_000), "a page of a proxy"])
def test_an_answer_that_cannot_be_read_is_a_transport_error(text: str) -> None:
    with pytest.raises(TransportError):
        parsed(httpx.Response(200, text=text), dict)
    assert error_of(httpx.Response(500, text=text)) == ("", {})


@pytest.mark.skipif("RANDOM_JSON" not in os.environ, reason="RANDOM_JSON names no file")
def test_random_texts_are_read_as_in_typescript() -> None:
    def canonical(text: str) -> str | None:
        try:
            return canonical_json(parse_strict_json(text))
        except EvidenceError:
            return None

    lines = Path(os.environ["RANDOM_JSON"]).read_text("utf-8").removesuffix("\n").split("\n")
    texts = [json.loads(line) for line in lines]
    assert [each for each in texts if canonical(each["text"]) != each["canonical"]] == []
