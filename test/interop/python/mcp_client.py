"""Lists, calls and reads as an agent does, with the Python client of the protocol's authors.

Prints what it got as one JSON document. Answers of tools must be as their declared schemas say.
"""

import argparse
import asyncio
import json
import sys

import httpx2
import jsonschema
from mcp import Client
from mcp.client.streamable_http import streamable_http_client


async def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--url", required=True, help="the MCP endpoint")
    parser.add_argument("--token", required=True, help="of the credential")
    parser.add_argument("--mode", required=True, help="a revision of the protocol, or legacy")
    parser.add_argument("--record", required=True, help="the id of a record")
    arguments = parser.parse_args()

    headers = {"authorization": f"Bearer {arguments.token}"}
    async with httpx2.AsyncClient(headers=headers) as http:
        transport = streamable_http_client(arguments.url, http_client=http)
        async with Client(transport, mode=arguments.mode) as client:
            print(json.dumps(await use(client, arguments.record)))
    return 0


async def use(client: Client, record_id: str) -> dict:
    tools = {tool.name: tool for tool in (await client.list_tools()).tools}

    async def call(name: str, **given: object) -> object:
        answer = await client.call_tool(name, given)
        if answer.is_error:
            return json.loads(answer.content[0].text)
        jsonschema.validate(answer.structured_content, tools[name].output_schema)
        return answer.structured_content

    evidence = await client.read_resource(f"record://{record_id}/evidence")
    prompt = await client.get_prompt("audit_record", {"record_id": record_id})
    return {
        "tools": list(tools),
        "templates": [each.uri_template for each in (await client.list_resource_templates()).resource_templates],
        "verified": await call("verify_record", record_id=record_id),
        "record": await call("read_record", record_id=record_id),
        "missing": await call("verify_record", record_id="rec_nope"),
        "bundle": json.loads(evidence.contents[0].text),
        "prompt": prompt.messages[0].content.text,
    }


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
