import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

/** The revisions of the protocol that the service answers. */
export const REVISIONS = ['2025-11-25', '2026-07-28'] as const;
export type Revision = (typeof REVISIONS)[number];

/** A client that speaks one revision, and no other. */
export function mcpClient(revision: Revision): Client {
  const mode = revision === '2025-11-25' ? 'legacy' : { pin: revision };
  return new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
}

/** An MCP client of a service, with a credential. @param query of the endpoint's address. */
export async function openMcp(
  service: { baseUrl: string },
  token: string,
  revision: Revision,
  query = '',
): Promise<Client> {
  const client = mcpClient(revision);
  const url = new URL(`${service.baseUrl}/mcp${query}`);
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
  return client;
}

/** The answer to a tool's call as its text says it, and what the program gets besides. */
export async function callTool(
  client: Client,
  name: string,
  args: Record<string, unknown> = {},
  meta?: Record<string, unknown>,
) {
  const result = await client.callTool({ name, arguments: args, ...(meta && { _meta: meta }) });
  const [first, ...links] = result.content as { type: string; text?: string; uri?: string }[];
  // oxlint-disable-next-line typescript/no-explicit-any
  const body = JSON.parse(first?.text ?? '{}') as Record<string, any>;
  const { structuredContent: structured, isError, _meta: answered } = result;
  return { body, links, structured, meta: answered, isError };
}
