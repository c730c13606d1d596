"""Writes the models and the methods of the client from an OpenAPI document: generate.py OPENAPI.JSON FOLDER."""

from __future__ import annotations

import copy
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

HEADER = '"""Made from the OpenAPI document by `npm run clients:generate`."""\n'
# What a later release may answer with differs in these: a client must not refuse it.
NARROW = {
    "enum",
    "const",
    "pattern",
    "format",
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "minimum",
    "maximum",
    "maxProperties",
    "uniqueItems",
    "propertyNames",
    "examples",
    "example",
}
KEYWORDS = {"from", "import", "global", "class", "pass", "in", "is"}


def snake(name: str) -> str:
    return re.sub("([A-Z])", lambda match: f"_{match[1].lower()}", name).replace("-", "_").lower().lstrip("_")


def argument(name: str) -> str:
    return f"{snake(name)}_" if snake(name) in KEYWORDS else snake(name)


def widened(schema: Any) -> Any:
    """A schema of an answer without what a later release may widen; texts stay texts."""
    if isinstance(schema, list):
        return [widened(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    wide = {name: each for name, each in schema.items() if name not in NARROW or isinstance(each, dict)}
    if ("const" in schema or "enum" in schema) and "type" not in wide and not isinstance(schema.get("const"), dict):
        values = [schema["const"]] if "const" in schema else schema["enum"]
        kinds = {bool: "boolean", int: "integer", type(None): "null"}
        wide["type"] = sorted({kinds.get(type(each), "string") for each in values}, key="null".__eq__)
        if len(wide["type"]) == 1:
            wide["type"] = wide["type"][0]
    if wide.get("additionalProperties") is False:
        del wide["additionalProperties"]
    for name in ("oneOf", "anyOf"):
        # Alternatives that differ only in what is narrow would be ambiguous.
        if name in wide and all(isinstance(each, dict) and "properties" in each for each in wide[name]):
            wide = {**{k: v for k, v in wide.items() if k != name}, "type": "object", "additionalProperties": True}
    return {name: widened(each) for name, each in wide.items()}


def without_scalars(schemas: dict[str, Any]) -> dict[str, Any]:
    """Schemas in which names of mere texts and numbers give way to these: a model of a text would only be in the way."""
    scalars = {name: each for name, each in schemas.items() if each.get("type") in ("string", "integer", "boolean")}

    def replaced(value: Any) -> Any:
        if isinstance(value, list):
            return [replaced(each) for each in value]
        if not isinstance(value, dict):
            return value
        name = str(value.get("$ref", "")).split("/")[-1]
        if name in scalars:
            return {**scalars[name], **{key: each for key, each in value.items() if key != "$ref"}}
        return {key: replaced(each) for key, each in value.items()}

    return {name: replaced(each) for name, each in schemas.items() if name not in scalars}


def plain_body(schema: dict[str, Any]) -> dict[str, Any]:
    """A body's schema as keywords: which of them go together, the service says."""
    plain = opened({name: each for name, each in schema.items() if name not in ("oneOf", "anyOf")})
    if "properties" in plain:
        plain["properties"] = {spelled(name): each for name, each in plain["properties"].items()}
        plain["required"] = [spelled(name) for name in plain.get("required", [])]
    return plain


def spelled(name: str) -> str:
    """A member of a body as a keyword argument."""
    return f"{name}_" if name in KEYWORDS else name


def opened(value: Any) -> Any:
    """A schema without `additionalProperties: false`, which the types of this Python version cannot say."""
    if isinstance(value, list):
        return [opened(each) for each in value]
    if not isinstance(value, dict):
        return value
    is_closed = value.get("additionalProperties") is False
    return {name: opened(each) for name, each in value.items() if not (is_closed and name == "additionalProperties")}


def run_generator(schemas: dict[str, Any], into: Path, *words: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "openapi.json")
        document = {"openapi": "3.1.0", "info": {"title": "x", "version": "1"}, "paths": {}}
        source.write_text(json.dumps({**document, "components": {"schemas": schemas}}))
        command = [sys.executable, "-m", "datamodel_code_generator", "--input", str(source), "--input-file-type", "openapi"]
        common = ["--target-python-version", "3.11", "--disable-timestamp", "--use-standard-collections", "--formatters", "black"]
        style = ["--use-union-operator", "--parent-scoped-naming", "--custom-file-header", HEADER.strip(), "--output", str(into)]
        subprocess.run([*command, *common, *style, *words], check=True)


def referenced(schemas: dict[str, Any], names: set[str]) -> dict[str, Any]:
    wanted, found = set(names), {}
    while wanted:
        name = wanted.pop()
        found[name] = schemas[name]
        text = json.dumps(schemas[name])
        wanted |= set(re.findall(r'"#/components/schemas/(\w+)"', text)) - found.keys()
    return {name: schemas[name] for name in schemas if name in found}


def resolved(document: dict[str, Any], value: dict[str, Any]) -> dict[str, Any]:
    if "$ref" not in value:
        return value
    at: Any = document
    for name in value["$ref"].lstrip("#/").split("/"):
        at = at[name]
    return at


def type_of(schema: dict[str, Any]) -> str:
    kind = schema.get("type", "string")
    if isinstance(kind, list):
        kind = kind[0]
    if kind == "array":
        return f"Sequence[{type_of(schema.get('items', {}))}]"
    if schema.get("format") == "date-time":
        return "datetime | str"
    return {"integer": "int", "boolean": "bool"}.get(kind, "str")


def query_type_of(schema: dict[str, Any]) -> str:
    """One text counts as a list of one: a type checker can't refuse it where a sequence of texts is asked."""
    kind = type_of(schema)
    return f"str | {kind}" if kind.startswith("Sequence") else kind


class Method:
    def __init__(self, document: dict[str, Any], verb: str, path: str, operation: dict[str, Any]) -> None:
        self.namespace, name = operation["operationId"].split(".")
        self.name, self.verb, self.path = argument(name), verb.upper(), path
        parameters = [resolved(document, each) for each in operation.get("parameters", [])]
        self.query = [each for each in parameters if each["in"] == "query" and each["name"] != "cursor"]
        self.names = re.findall(r"\{(\w+)\}", path)
        self.has_key = any(each["name"] == "Idempotency-Key" for each in parameters)
        self.has_nonce = any(each["name"] == "Service-Nonce" for each in parameters)
        body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
        self.body = None if body is None else body["$ref"].split("/")[-1] if "$ref" in body else "list"
        members = {} if body is None else resolved(document, body).get("properties", {})
        self.has_keyword = not KEYWORDS.isdisjoint(members)
        self.summary = (operation.get("summary") or operation["operationId"]).rstrip(".")
        self.model, self.item = self._answer(document, operation)

    def _answer(self, document: dict[str, Any], operation: dict[str, Any]) -> tuple[str, str | None]:
        for status, response in operation["responses"].items():
            content = resolved(document, response).get("content", {})
            if not status.startswith("2"):
                continue
            for kind, told in content.items():
                schema = told.get("schema", {})
                if kind == "application/json" and "$ref" in schema:
                    model = schema["$ref"].split("/")[-1]
                    page = document["components"]["schemas"][model].get("properties", {})
                    is_page = {"data", "next_cursor"} <= page.keys()
                    items = page.get("data", {}).get("items", {}) if is_page else {}
                    item = items.get("$ref", "").split("/")[-1]
                    return f"models.{model}", f"models.{item}" if item else None
                if kind == "application/json":
                    return "dict[str, Any]", None
                if kind.startswith("text/"):
                    return "str", None
            return ("bytes" if content else "None"), None
        raise ValueError(operation["operationId"])

    def text(self, is_async: bool) -> str:
        given = [f"{snake(name)}: str" for name in self.names]
        named = [f"{argument(each['name'])}: {query_type_of(each['schema'])} | None = None" for each in self.query]
        if self.item is not None:
            named.append("cursor: str | None = None")
        named.append("options: RequestOptions | None = None")
        body = "None"
        if self.body == "list":
            given.append("body: Sequence[Mapping[str, Any]]")
            body = "[*body]"
        elif self.body is not None:
            named.append(f"**body: Unpack[params.{self.body}]")
            body = "body"
            if self.has_keyword:
                body = '{name.removesuffix("_"): each for name, each in body.items()}'
        path = "".join(
            # The number of a tile is itself a path: x001/234.p/5.
            f"{{quote({snake(part[1:-1])}{', path=True' if part == '{number}' else ''})}}" if part.startswith("{") else part
            for part in re.split(r"(\{\w+\})", self.path)
        )
        query = ", ".join(f'"{each["name"]}": {argument(each["name"])}' for each in self.query)
        if self.item is not None:
            query += (", " if query else "") + '"cursor": cursor'
        request = [
            f'"{self.verb}"',
            f'f"{path}"' if self.names else f'"{path}"',
            f"query={{{query}}}" if query else "",
            f"body={body}" if body != "None" else "",
            "has_key=True" if self.has_key else "",
            "has_nonce=True" if self.has_nonce else "",
            {"str": 'accept="text/plain"', "bytes": 'accept="application/octet-stream"'}.get(self.model, ""),
            "options=options",
        ]
        made = f"Request({', '.join(each for each in request if each)})"
        signature = f"self, {', '.join([*given, '*', *named])}"
        if self.item is not None:
            pages = "AsyncPages" if is_async else "Pages"
            return (
                f"    def {self.name}({signature}) -> {pages}[{self.model}, {self.item}]:\n"
                f'        """{self.summary}: an iterator over the items of all pages."""\n'
                f"        return {pages}(self._sender, {made}, {self.model}, {self.item})\n"
            )
        head, wait = ("async def", "await ") if is_async else ("def", "")
        return (
            f"    {head} {self.name}({signature}) -> {self.model}:\n"
            f'        """{self.summary}."""\n'
            f"        return {wait}self._sender.send({made}, {'dict' if self.model.startswith('dict') else self.model})\n"
        )


def resources(methods: list[Method], is_async: bool) -> str:
    spaces: dict[str, list[Method]] = {}
    for method in methods:
        spaces.setdefault(method.namespace, []).append(method)
    prefix = "Async" if is_async else ""
    classes = {space: prefix + space[0].upper() + space[1:] for space in spaces}
    sender, pages = f"{prefix}Sender", f"{prefix}Pages"
    text = f"{HEADER}\nfrom __future__ import annotations\n\nfrom collections.abc import Mapping, Sequence\n"
    text += "from datetime import datetime\n"
    text += "from typing import Any, Unpack\n\nfrom . import models, params\n"
    text += f"from ._request import Request, RequestOptions, quote\nfrom ._{'async_' if is_async else ''}sender import {pages}, {sender}\n"
    for namespace, own in spaces.items():
        text += f"\n\nclass {classes[namespace]}:\n    def __init__(self, sender: {sender}) -> None:\n        self._sender = sender\n"
        text += "".join(f"\n{method.text(is_async)}" for method in own)
    text += f"\n\nclass {prefix}Resources:\n    def __init__(self, sender: {sender}) -> None:\n"
    text += "".join(f"        self.{snake(space)} = {name}(sender)\n" for space, name in classes.items())
    return text


def main(document_file: str, folder: str) -> None:
    document = json.loads(Path(document_file).read_text())
    into = Path(folder)
    schemas = document["components"]["schemas"]
    methods = [
        Method(document, verb, path, operation)
        for path, verbs in document["paths"].items()
        for verb, operation in verbs.items()
        if not operation["operationId"].startswith("documents.")
    ]
    bodies = {method.body for method in methods if method.body not in (None, "list")}
    answers = {method.model.removeprefix("models.") for method in methods if method.model.startswith("models.")}
    codes = schemas["Error"]["properties"]["error"]["properties"]["code"]["enum"]
    run_generator(
        without_scalars({name: widened(each) for name, each in referenced(copy.deepcopy(schemas), answers).items()}),
        into / "models.py",
        *("--output-model-type", "pydantic_v2.BaseModel", "--base-class", "record_verification._model.Model"),
        *("--use-double-quotes", "--field-constraints", "--snake-case-field"),
    )
    taken = {name: plain_body(each) for name, each in referenced(copy.deepcopy(schemas), bodies).items()}
    run_generator(
        without_scalars(taken),
        into / "params.py",
        *("--output-model-type", "typing.TypedDict", "--use-double-quotes", "--enum-field-as-literal", "all"),
    )
    take_datetimes(into / "params.py", taken)
    listed = "".join(f'    "{code}",\n' for code in codes)
    (into / "error_codes.py").write_text(
        f"{HEADER}\nfrom typing import Literal\n\nErrorCode = Literal[\n{listed}]\n"
        f'"""The codes of errors that this release knows; a later service may have more."""\n'
    )
    (into / "_resources.py").write_text(resources(methods, is_async=False))
    (into / "_async_resources.py").write_text(resources(methods, is_async=True))
    for name in DERIVED:
        (into / f"_{name}.py").write_text(without_async(name, (into / f"_async_{name}.py").read_text()))
    subprocess.run(
        [sys.executable, "-m", "black", "-q", "-l", "120", *(str(path) for path in into.glob("*.py") if path.stem in MADE)],
        check=True,
    )


def without_async(name: str, text: str) -> str:
    """The same without asyncio: what the client of threads does is derived from that for tasks."""
    text = text.replace("asyncio.sleep", "time.sleep").replace("import asyncio\n", "import time\n")
    text = text.replace("several tasks and event loops", "several threads")
    text = re.sub(r"\b(?:async|await) ", "", text).replace("Async", "").replace("_async_", "_")
    text = re.sub(r"__a(iter|enter|exit)__", r"__\1__", text)
    return f'"""Made from _async_{name}.py by `npm run clients:generate`."""\n{text.partition(chr(10))[2]}'


def take_datetimes(params: Path, schemas: dict[str, Any]) -> None:
    """Lets a body hold a `datetime` where it has a time; the generator knows a text alone."""
    members = [each for schema in schemas.values() for each in schema.get("properties", {}).items()]
    names = sorted({name for name, schema in members if "#/components/schemas/SentMoment" in json.dumps(schema)})
    text = re.sub(rf"\b({'|'.join(names)}): (NotRequired\[)?str\b", r"\1: \2datetime | str", params.read_text())
    params.write_text(text.replace("from typing import", "from datetime import datetime\nfrom typing import", 1))


DERIVED = ("sender", "client")
MADE = {"models", "params", "error_codes", "_resources", "_async_resources", "_sender", "_client"}

if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
