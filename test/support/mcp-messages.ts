import type { Answer, Client } from './client.js';

/** What a client of the revision of 2025 accepts. */
export const ACCEPT = { accept: 'application/json, text/event-stream' };

/** The answer to a message, as HTTP and as JSON-RPC have it. */
export interface MessageAnswer extends Answer {
  result: object | undefined;
  error: { code: number; message: string } | undefined;
}

/** Sends one message of revision 2025-11-25 as it is, without a client that would correct it. */
export async function sendMessage(client: Client, method: string, params?: object): Promise<MessageAnswer> {
  const answer = await client.post('/mcp', { jsonrpc: '2.0', id: 1, method, params }, ACCEPT);
  const data = /^data: (.*)$/m.exec(answer.text)?.[1];
  const { result, error } = (data === undefined ? answer.body : JSON.parse(data)) as MessageAnswer;
  return { ...answer, result, error };
}

/** Calls a tool by a message as it is. @returns the answer, with what the tool's text says. */
export async function callOverHttp(client: Client, name: string, args: object) {
  const answer = await sendMessage(client, 'tools/call', { name, arguments: args });
  const { content = [] } = (answer.result ?? {}) as { content?: { text: string }[] };
  // oxlint-disable-next-line typescript/no-explicit-any
  return { ...answer, told: JSON.parse(content[0]?.text ?? '{}') as Record<string, any> };
}

/** The code that a tool refuses with; that of the whole message, where it is refused; undefined for success. */
export async function codeOver(client: Client, name: string, args: object): Promise<string | undefined> {
  const { told, body } = await callOverHttp(client, name, args);
  return (told['error'] ?? body['error'])?.code as string | undefined;
}
