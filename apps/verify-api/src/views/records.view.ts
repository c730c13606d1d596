import { foldRecord, type FoldedRecord } from '@service/contracts';
import { soundContentOf, type Effect, type RecordedEvent, type View } from '@service/event-store';
import { digestText, type RecordElementContent } from '@service/evidence';
import { arrayLiteral } from '@service/platform/postgres';
import type { PoolClient } from 'pg';
import { lookUpIndexesSql } from './records/look-up-records.js';
import { filterIndexesSql } from './records/record-filter.sql.js';

/** Columns with their types. Times are text, exactly as in the elements: rounding could hide an edited row. */
const COLUMNS = {
  id: 'text',
  project_id: 'text',
  authority_id: 'text',
  issuer: 'text',
  origin: 'text',
  external_id: 'text',
  content_digest: 'text',
  state: 'text',
  version: 'integer',
  digest: 'text',
  expires_at: 'text',
  successor_id: 'text',
  created_at: 'text',
  updated_at: 'text',
} as const;

/** A record’s row: its newest element, in columns. Reasons lie where they can be erased, beside the events. */
type StoredRow = Omit<FoldedRecord, 'reason'> & { digest: string };

const NAMES = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];
const NULLABLE: readonly string[] = ['external_id', 'expires_at', 'successor_id'];
/** Columns that never change. */
const CONSTANT: readonly string[] = ['id', 'project_id', 'authority_id', 'external_id', 'created_at'];
const CHANGING = NAMES.filter((name) => !CONSTANT.includes(name));

/** Records for verify, look-ups and lists, without their elements: these are read from their owner’s events. */
export const recordsView: View = {
  name: 'records',
  schema: 'verify_api_records',
  log: 'record_store',

  createSql: (schema) => [
    `CREATE TABLE ${schema}.records (
      ${NAMES.map((name) => `${name} ${COLUMNS[name]}${NULLABLE.includes(name) ? '' : ' NOT NULL'}`).join(', ')},
      PRIMARY KEY (id)
    )`,
    // What amended records said before.
    `CREATE TABLE ${schema}.former_contents (
      record_id text NOT NULL,
      content_digest text NOT NULL,
      project_id text NOT NULL,
      authority_id text NOT NULL,
      PRIMARY KEY (record_id, content_digest)
    )`,
  ],

  indexesSql: (schema) => [...lookUpIndexesSql(schema), ...filterIndexesSql(schema)],

  async apply(client: PoolClient, schema: string, events: RecordedEvent[]): Promise<void> {
    const { rows, amended, former } = changesOf(events);
    if (amended.length > 0 || former.length > 0) await keepFormer(client, schema, amended, former);
    await client.query(storing(schema, rows));
  },

  effect(schema: string, events: RecordedEvent[]): Effect | null {
    const { rows, amended, former } = changesOf(events);
    return amended.length > 0 || former.length > 0 ? null : storing(schema, rows, 'moved, ');
  },
};

/** @param beside tables that the rows are read from as well. */
const storing = (schema: string, rows: readonly StoredRow[], beside = '') => ({
  name: `${schema}.apply`,
  text: storeSql(schema, beside),
  values: NAMES.map((name) => arrayLiteral(rows.map((row) => row[name]))),
});

const storeSql = (schema: string, beside: string) => `
  INSERT INTO ${schema}.records AS stored (${NAMES.join(', ')})
  SELECT incoming.* FROM ${beside}unnest(${NAMES.map((name, index) => `$${index + 1}::${COLUMNS[name]}[]`).join(', ')}) AS incoming
  ON CONFLICT (id) DO UPDATE SET ${CHANGING.map((name) => `${name} = excluded.${name}`).join(', ')}
  WHERE stored.version < excluded.version`;

/** What events change in the view; an event without a valid element changes nothing. */
interface Changes {
  /** The rows of the records after the events. */
  rows: StoredRow[];
  /** Ids of the records whose stored rows have a content that is replaced. */
  amended: string[];
  /** Contents that events brought and later ones replace. */
  former: FoldedRecord[];
}

/** A record with the text of its newest element. */
type FoldedText = FoldedRecord & { text: string };

function changesOf(events: readonly RecordedEvent[]): Changes {
  const records = new Map<string, FoldedText>();
  const amended: string[] = [];
  const former: FoldedText[] = [];
  for (const event of events) {
    const content = soundContentOf<RecordElementContent>(event, 'record_id');
    if (content === null) continue;
    const before = records.get(event.stream_id);
    if (content.type === 'service.record.amended') {
      if (before === undefined) amended.push(event.stream_id);
      else former.push(before);
    }
    records.set(event.stream_id, { ...foldRecord(before, content, null), text: event.element ?? '' });
  }
  const rowOf = ({ text, ...record }: FoldedText): StoredRow => ({
    ...record,
    digest: digestText(text),
  });
  return { rows: [...records.values()].map(rowOf), amended, former };
}

async function keepFormer(
  client: PoolClient,
  schema: string,
  amended: readonly string[],
  former: readonly FoldedRecord[],
): Promise<void> {
  const columns = ['id', 'content_digest', 'project_id', 'authority_id'] as const;
  await client.query({
    name: `${schema}.keep_former`,
    text: `INSERT INTO ${schema}.former_contents
      SELECT ${columns.join(', ')} FROM ${schema}.records WHERE id = ANY ($1::text[])
      UNION SELECT * FROM unnest($2::text[], $3::text[], $4::text[], $5::text[])
      ON CONFLICT DO NOTHING`,
    values: [arrayLiteral(amended), ...columns.map((name) => arrayLiteral(former.map((row) => row[name])))],
  });
}
