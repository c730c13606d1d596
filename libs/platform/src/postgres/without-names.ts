import type { ClientBase, QueryConfig } from 'pg';

const nameless = new WeakSet<ClientBase>();

/** Whether a pooler of transactions was found behind a client. */
export function isPooled(client: ClientBase): boolean {
  return nameless.has(client);
}

/**
 * Makes a client send each statement without its name. Behind a pooler, the next transaction may be in another session, which
 * knows no statement by that name, or another one.
 */
export function withoutNames(client: ClientBase): void {
  nameless.add(client);
  const run = client.query.bind(client) as (...args: unknown[]) => unknown;
  client.query = ((query: unknown, ...others: unknown[]) =>
    run(isNamed(query) ? { ...query, name: undefined } : query, ...others)) as typeof client.query;
}

/** A query that submits itself, such as a cursor, has no name that the server would keep. */
function isNamed(query: unknown): query is QueryConfig {
  return typeof query === 'object' && query !== null && 'name' in query && !('submit' in query);
}
