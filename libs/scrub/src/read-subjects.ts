import { publishedSchema } from '@service/platform/boundaries';
import { decodeSignature } from '@service/event-store';
import { digestText, encodeHex, nextSlotOrNull, type ElementSignature } from '@service/evidence';
import type { PoolClient } from 'pg';

/** A row of an event with its companion. */
export interface LoggedEvent {
  stream_id: string;
  version: number;
  event_id: string;
  type: string;
  element: string | null;
  data: object | null;
  signature: ElementSignature | null;
  reason: string | null;
  reason_salt: string | null;
  /** Whether the view must show it: the view has processed its position in the log or its stream's version. */
  covered: boolean;
  /** Whether the transparency log has passed it, and whether it has a leaf for it. */
  due_in_log: boolean;
  in_log: boolean;
}

/** One subject: its events, and the view's rows. */
export interface Subject<Stored> {
  id: string;
  events: LoggedEvent[];
  /** Index of the leaf that follows its newest element in the log; null while the log has none. */
  successor: number | null;
  stored: Stored;
}

/** The log and the view that a scrub compares. */
export interface ScrubSource<Stored> {
  log: string;
  view: { name: string; schema: string };
  /** Tables of the view with the column of the subject's id. */
  tables: { name: string; id: string }[];
  /** Reads the view's rows of some subjects. */
  read(client: PoolClient, ids: string[]): Promise<Map<string, Stored>>;
  nothingStored: Stored;
}

/** Some subjects, from log and view in one snapshot. */
export async function readSubjects<Stored>(
  client: PoolClient,
  source: ScrubSource<Stored>,
  ids: string[],
): Promise<Subject<Stored>[]> {
  if (ids.length === 0) return [];
  const events = await readEvents(client, source, ids);
  const successors = await readSuccessors(client, events);
  const stored = await source.read(client, ids);
  return ids.map((id) => ({
    id,
    events: events.get(id) ?? [],
    successor: successors.get(id) ?? null,
    stored: stored.get(id) ?? source.nothingStored,
  }));
}

async function readEvents<Stored>(
  client: PoolClient,
  { log, view }: ScrubSource<Stored>,
  ids: string[],
): Promise<Map<string, LoggedEvent[]>> {
  const { rows } = await client.query<Omit<LoggedEvent, 'signature'> & { signature: Buffer | null }>(
    `SELECT e.stream_id, e.version, e.event_id, e.type, e.element, e.data, e.signature, c.reason, c.reason_salt,
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
  for (const { signature, ...stored } of rows) {
    const row = { ...stored, signature: signature && decodeSignature(signature) };
    const known = events.get(row.stream_id);
    if (known === undefined) events.set(row.stream_id, [row]);
    else known.push(row);
  }
  return events;
}

/**
 * Indices of the leaves that follow the subjects’ newest elements, by subject. They are found by slot: the column with a
 * leaf's subject can be edited, and a slot cannot without breaking the log.
 */
async function readSuccessors(
  client: PoolClient,
  events: ReadonlyMap<string, readonly LoggedEvent[]>,
): Promise<Map<string, number>> {
  const subjects = new Map<string, string>();
  for (const [id, logged] of events) {
    const slot = slotAfter(logged.at(-1)?.element ?? null);
    if (slot !== null) subjects.set(encodeHex(slot), id);
  }
  if (subjects.size === 0) return new Map();
  const { rows } = await client.query<{ slot: string; index: number }>(
    `SELECT encode(slot, 'hex') AS slot, index::float8 FROM record_store_published.log_leaves
     WHERE slot = ANY (SELECT decode(wanted, 'hex') FROM unnest($1::text[]) AS wanted)`,
    [[...subjects.keys()]],
  );
  return new Map(
    rows.flatMap(({ slot, index }) => {
      const id = subjects.get(slot);
      return id === undefined ? [] : [[id, index] as const];
    }),
  );
}

/**
 * The slot of the element that follows another; null where that one is not a valid element.
 * @param digest of that element, if it is not that of its text.
 */
export function slotAfter(
  element: string | null,
  digest: unknown = digestText(element ?? ''),
): Uint8Array | null {
  try {
    const content = JSON.parse(element ?? '') as { salt?: unknown } | null;
    return nextSlotOrNull(content?.salt, digest);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
