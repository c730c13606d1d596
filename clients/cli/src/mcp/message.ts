import { isObject } from '../json.js';

/** A message of JSON-RPC 2.0. */
export interface Message {
  readonly jsonrpc: '2.0';
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { code: number; message: string; data?: unknown };
}

/** An error that the bridge itself answers with. @param code of the service's error. */
export function failure({ id }: Message, message: string, code?: string): Message {
  const error = { code: -32_603, message, ...(code === undefined ? {} : { data: { code } }) };
  return { jsonrpc: '2.0', id, error };
}

/** The code of an error, from the body of a refusal; nothing else of it is passed on. */
export function codeOf(body: unknown): string | undefined {
  const code = isObject(body) && isObject(body['error']) ? body['error']['code'] : undefined;
  return typeof code === 'string' && /^[a-z_]{1,40}\.[a-z_]{1,40}$/.test(code) ? code : undefined;
}
