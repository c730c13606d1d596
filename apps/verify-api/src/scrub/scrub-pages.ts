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

const PAGE = 500;

/**
 * Walks every subject that either side knows, in order of their ids and in constant memory. It reads one
 * snapshot without writing, so that it neither sees a half-applied batch nor holds back any tail.
 */
export async function* scrubPages<Kept>(
  client: PoolClient,
  source: ScrubSource<Kept>,
): AsyncGenerator<Subject<Kept>[]> {
  const { log, view } = source;
  const known = [
    { table: `${log}.events`, id: 'stream_id' },
    { table: `${log}.streams`, id: 'stream_id' },
    ...source.tables.map(({ name, id }) => ({ table: `${view.schema}.${name}`, id })),
  ];
  const nextIds = known
    .map(
      ({ table, id }) =>
        `(SELECT DISTINCT ${id} AS id FROM ${table} WHERE ${id} > $1 ORDER BY 1 LIMIT ${PAGE})`,
    )
    .join(' UNION ');
  for (let after = ''; ;) {
    const page = await client.query<{ id: string }>(`${nextIds} ORDER BY id LIMIT ${PAGE}`, [after]);
    const ids = page.rows.map((row) => row.id);
    const last = ids[ids.length - 1];
    if (last === undefined) return;
    after = last;
    const events = await readEvents(client, source, ids);
    const streams = await client.query<{ stream_id: string; version: number }>(
      `SELECT stream_id, version FROM ${log}.streams WHERE stream_id = ANY ($1)`,
      [ids],
    );
    const versions = new Map(streams.rows.map((row) => [row.stream_id, row.version]));
    const kept = await source.read(client, ids);
    yield ids.map((id) => ({
      id,
      streamVersion: versions.get(id) ?? null,
      events: events.get(id) ?? [],
      kept: kept.get(id) ?? source.nothingKept,
    }));
  }
}

async function readEvents<Kept>(
  client: PoolClient,
  { log, view }: ScrubSource<Kept>,
  ids: string[],
): Promise<Map<string, LoggedEvent[]>> {
  const { rows } = await client.query<LoggedEvent>(
    `SELECT e.stream_id, e.version, e.event_id, e.type, e.element, e.data, c.signature, c.reason, c.reason_salt,
       coalesce((e.tx, e.pos) <= (p.tx, p.pos), false) OR coalesce(e.version <= v.version, false) AS covered
     FROM ${log}.events AS e
     LEFT JOIN ${view.schema}.positions AS p ON true
     LEFT JOIN ${view.schema}.stream_versions AS v ON v.consumer = $2 AND v.stream_id = e.stream_id
     LEFT JOIN ${log}.companions AS c USING (event_id)
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
