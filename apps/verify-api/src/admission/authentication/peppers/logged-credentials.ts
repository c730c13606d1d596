import type { CredentialSnapshot } from '@service/contracts';
import { withClient } from '@service/platform/postgres';
import { foldDirectory, type DirectoryEvent } from '../../../views/fold-directory.js';

type CredentialRow = Pick<DirectoryEvent, 'type' | 'version' | 'data'> & { stream_id: string };

/** Whether a database has ever issued a credential; false before its first migration. */
export async function hasCredentials(databaseUrl: string): Promise<boolean> {
  const found = await queryLog(
    databaseUrl,
    `SELECT FROM credential_authority_published.events
    WHERE type = 'service.credential.issued' LIMIT 1`,
  );
  return found.length > 0;
}

/** All credentials of a database, folded from its events: a view may be stale. */
export async function readCredentials(databaseUrl: string): Promise<CredentialSnapshot[]> {
  const rows = await queryLog<CredentialRow>(
    databaseUrl,
    `SELECT stream_id, type, version, data FROM credential_authority_published.events
     WHERE type LIKE 'service.credential.%' ORDER BY stream_id, version`,
  );
  const credentials = new Map<string, CredentialSnapshot>();
  for (const { stream_id, ...event } of rows) {
    const folded = foldDirectory(credentials.get(stream_id), { ...event, element: null, reason: null });
    if (folded !== undefined) credentials.set(stream_id, folded as CredentialSnapshot);
  }
  return [...credentials.values()];
}

/** Queries the event log; no rows before its table exists. */
function queryLog<Row extends object>(databaseUrl: string, text: string): Promise<Row[]> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ log: string | null }>(
      `SELECT to_regclass('credential_authority_published.events') AS log`,
    );
    return rows[0]?.log == null ? [] : (await client.query<Row>(text)).rows;
  });
}
