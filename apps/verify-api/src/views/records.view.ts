import { foldRecord, type RecordSnapshot } from '@service/contracts';
import { soundContentOf, type RecordedEvent, type View } from '@service/event-store';
import { digestText, type RecordElementContent } from '@service/evidence';
import { publishedSchema } from '@service/platform/boundaries';
import type { PoolClient } from 'pg';
import { contentIndexSql, externalIdIndexSql } from './records/look-up-records.js';
import { filterIndexesSql } from './records/record-filter.sql.js';
import { upsertNewestSql } from './upsert.js';

const CHANGING = [
  'issuer',
  'origin',
  'content_digest',
  'state',
  'version',
  'expires_at',
  'successor_id',
  'reason',
  'updated_at',
];

/** Records with their whole chains, for verify and the record endpoints. */
export const recordsView: View = {
  name: 'records',
  schema: 'verify_api_records',
  log: 'record_store',

  // Times are text, exactly as in the elements: rounding could hide an edited row.
  createSql: (schema) => [
    `CREATE TABLE ${schema}.records (
      id text PRIMARY KEY,
      project_id text NOT NULL,
      authority_id text NOT NULL,
      issuer text NOT NULL,
      origin text NOT NULL,
      external_id text,
      content_digest text NOT NULL,
      state text NOT NULL,
      version integer NOT NULL,
      expires_at text,
      successor_id text,
      reason text,
      registered_at text NOT NULL,
      updated_at text NOT NULL
    )`,
    `CREATE TABLE ${schema}.elements (
      record_id text NOT NULL,
      sequence integer NOT NULL,
      text text NOT NULL,
      digest text NOT NULL,
      signature jsonb,
      reason text,
      reason_salt text,
      PRIMARY KEY (record_id, sequence)
    )`,
  ],

  indexesSql: (schema) => [
    `CREATE INDEX ON ${schema}.records (project_id, registered_at, id)`,
    `CREATE INDEX ON ${schema}.records (project_id, authority_id, registered_at, id)`,
    `CREATE INDEX ON ${schema}.records (project_id, content_digest)`,
    `CREATE INDEX ON ${schema}.records (project_id, external_id) WHERE external_id IS NOT NULL`,
    contentIndexSql(schema),
    externalIdIndexSql(schema),
    ...filterIndexesSql(schema),
  ],

  async apply(client: PoolClient, schema: string, events: RecordedEvent[]): Promise<void> {
    await client.query({
      name: `${schema}.apply`,
      text: `WITH added AS (
          INSERT INTO ${schema}.elements
          SELECT * FROM json_populate_recordset(NULL::${schema}.elements, $1) ON CONFLICT DO NOTHING
        )
        ${upsertNewestSql(`${schema}.records`, CHANGING, '$2')}`,
      values: [JSON.stringify(events.map(elementRow)), JSON.stringify(newestOf(events))],
    });
  },

  /** Copies the elements within the database: to send their texts back to it takes most of the time. */
  async fill(client: PoolClient, schema: string, events: RecordedEvent[]): Promise<void> {
    const elements = events.filter(({ element }) => element !== null);
    const others = events.filter(({ element }) => element === null);
    await client.query({
      name: `${schema}.fill`,
      text: `WITH copied AS (${copyElementsSql(schema)}), added AS (
          INSERT INTO ${schema}.elements
          SELECT * FROM json_populate_recordset(NULL::${schema}.elements, $1) ON CONFLICT DO NOTHING
        )
        ${upsertNewestSql(`${schema}.records`, CHANGING, '$2')}`,
      values: [
        JSON.stringify(others.map(elementRow)),
        JSON.stringify(newestOf(events)),
        elements.map(({ stream_id }) => stream_id),
        elements.map(({ version }) => version),
      ],
    });
  },
};

const LOG = publishedSchema('record_store');

/** Statement that copies the elements with the streams and versions of `$3` and `$4`, each as `elementRow` has it. */
const copyElementsSql = (schema: string): string => `
  INSERT INTO ${schema}.elements (record_id, sequence, text, digest, signature, reason, reason_salt)
  SELECT e.stream_id, e.version, e.element, 'sha256:' || encode(sha256(convert_to(e.element, 'UTF8')), 'hex'),
    c.signature, c.reason, c.reason_salt
  FROM unnest($3::text[], $4::integer[]) AS read (stream_id, version)
  JOIN ${LOG}.events AS e USING (stream_id, version) LEFT JOIN ${LOG}.companions AS c USING (event_id)
  WHERE e.element IS NOT NULL
  ON CONFLICT DO NOTHING`;

/** The rows of the records after the events, of which those without a valid element change nothing. */
function newestOf(events: readonly RecordedEvent[]): RecordSnapshot[] {
  const records = new Map<string, RecordSnapshot>();
  for (const event of events) {
    const content = soundContentOf<RecordElementContent>(event, 'record_id');
    if (content === null) continue;
    const reason = event.companion?.reason ?? null;
    records.set(event.stream_id, foldRecord(records.get(event.stream_id), content, reason));
  }
  return [...records.values()];
}

/** The view's row of an element. */
function elementRow(event: RecordedEvent) {
  const text = event.element ?? '';
  return {
    record_id: event.stream_id,
    sequence: event.version,
    text,
    digest: digestText(text) as string,
    signature: event.companion?.signature ?? null,
    reason: event.companion?.reason ?? null,
    reason_salt: event.companion?.reason_salt ?? null,
  };
}
