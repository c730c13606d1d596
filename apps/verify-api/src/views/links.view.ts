import { ID_PREFIXES, foldLink, type LinkEvent, type LinkSnapshot } from '@service/contracts';
import type { RecordedEvent, View } from '@service/event-store';
import { foldSnapshots, snapshotTableSql } from './snapshot-table.js';

/** Whether an id is that of a link. */
export function isLink(id: string): boolean {
  return id.startsWith(ID_PREFIXES.link);
}

/** Links of records: one document each, with the HMAC of its secret. */
export const linksView: View = {
  name: 'links',
  schema: 'verify_api_links',
  log: 'credential_authority',

  shows: isLink,

  createSql: (schema) => snapshotTableSql(`${schema}.links`, ['project_id']),

  indexesSql: (schema) => [
    `CREATE INDEX links_by_record ON ${schema}.links ((snapshot ->> 'record_id'), created_at, id)`,
  ],

  apply: (client, schema, events) =>
    foldSnapshots<LinkSnapshot>(
      client,
      { name: `${schema}.links`, fold: foldLoggedLink },
      events.filter(({ stream_id }) => isLink(stream_id)),
    ),
};

/**
 * The link after one more event of the log; undefined where the event does not change it. What is forged, or follows an
 * event that is missing, ends the link: it may stand for a revocation.
 */
export function foldLoggedLink(
  before: LinkSnapshot | undefined,
  { version, data }: Pick<RecordedEvent, 'version' | 'data'>,
): LinkSnapshot | undefined {
  if (before !== undefined && version <= before.version) return undefined;
  try {
    if (version === (before?.version ?? 0) + 1) return foldLink(before, data as LinkEvent, version);
  } catch {
    // As one that is missing.
  }
  return before === undefined ? undefined : { ...before, version, state: 'revoked' };
}
