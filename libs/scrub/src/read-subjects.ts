import { publishedSchema } from '@service/platform/boundaries';
import type { PoolClient } from 'pg';

/** An event with its companion, as the log's rows hold it. */
export interface LoggedEvent {
  stream_id: string;
  version: number;
  event_id: string;
  type: string;
  element: string | null;
  data: object | null;
  signature: unknown;
  reason: string | null;
  reason_salt: string | null;
  /** Whether the view has passed it, by its position in the log or by its stream's version, and so must show it. */
  covered: boolean;
  /** Whether the transparency log says that it has passed it, and whether it has a leaf for it. */
  due_in_log: boolean;
  in_log: boolean;
}

/** One subject: its stream's version, its events, and what the view keeps of it. */
export interface Subject<Kept> {
  id: string;
  streamVersion: number | null;
  events: LoggedEvent[];
  kept: Kept;
}

/** Where a scrub looks. */
export interface ScrubSource<Kept> {
  log: string;
  view: { name: string; schema: string };
  /** Tables of the view with the column that holds the subject's id. */
  tables: { name: string; id: string }[];
  /** Reads what the view keeps of some subjects. */
  read(client: PoolClient, ids: string[]): Promise<Map<string, Kept>>;
  nothingKept: Kept;
}

/** The subjects that come after one, in the order of their ids, as all sides know them in one snapshot. */
export async function readPage<Kept>(
  client: PoolClient,
  source: ScrubSource<Kept>,
  after: string,
  limit: number,
): Promise<Subject<Kept>[]> {
  const { log, view } = source;
  const known = [
    { table: `${publishedSchema(log)}.events`, id: 'stream_id' },
    { table: `${publishedSchema(log)}.streams`, id: 'stream_id' },
    ...source.tables.map(({ name, id }) => ({ table: `${view.schema}.${name}`, id })),
  ];
  const nextIds = known
    .map(
      ({ table, id }) => `(SELECT DISTINCT ${id} AS id FROM ${table} WHERE ${id} > $1 ORDER BY 1 LIMIT $2)`,
    )
    .join(' UNION ');
  const page = await client.query<{ id: string }>(`${nextIds} ORDER BY id LIMIT $2`, [after, limit]);
  const ids = page.rows.map((row) => row.id);
  if (ids.length === 0) return [];
  const events = await readEvents(client, source, ids);
  const streams = await client.query<{ stream_id: string; version: number }>(
    `SELECT stream_id, version FROM ${publishedSchema(log)}.streams WHERE stream_id = ANY ($1)`,
    [ids],
  );
  const versions = new Map(streams.rows.map((row) => [row.stream_id, row.version]));
  const kept = await source.read(client, ids);
  return ids.map((id) => ({
    id,
    streamVersion: versions.get(id) ?? null,
    events: events.get(id) ?? [],
    kept: kept.get(id) ?? source.nothingKept,
  }));
}

async function readEvents<Kept>(
  client: PoolClient,
  { log, view }: ScrubSource<Kept>,
  ids: string[],
): Promise<Map<string, LoggedEvent[]>> {
  const { rows } = await client.query<LoggedEvent>(
    `SELECT e.stream_id, e.version, e.event_id, e.type, e.element, e.data, c.signature, c.reason, c.reason_salt,
       coalesce((e.tx, e.pos) <= (p.tx, p.pos), false) OR coalesce(e.version <= v.version, false) AS covered,
       e.element IS NOT NULL AND coalesce(e.tx < s.covered, false) AS due_in_log,
       EXISTS (
         SELECT FROM record_store_published.log_leaves AS l WHERE l.subject_id = e.stream_id AND l.sequence = e.version
       ) AS in_log
     FROM ${publishedSchema(log)}.events AS e
     LEFT JOIN ${view.schema}.positions AS p ON true
     LEFT JOIN ${view.schema}.stream_versions AS v ON v.consumer = $2 AND v.stream_id = e.stream_id
     LEFT JOIN record_store_published.log_state AS s ON true
     LEFT JOIN ${publishedSchema(log)}.companions AS c USING (event_id)
     WHERE e.stream_id = ANY ($1)
     ORDER BY e.stream_id, e.version`,
    [ids, view.name],
  );
  const events = new Map<string, LoggedEvent[]>();
  for (const row of rows) {
    const known = events.get(row.stream_id);
    if (known === undefined) events.set(row.stream_id, [row]);
    else known.push(row);
  }
  return events;
}
