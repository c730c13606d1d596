import type { Pool, PoolClient } from 'pg';
import type { EventLog } from '../log/event-log.js';
import type { RecordedEvent } from '../log/events.js';

/** The consumer whose versions are meant. */
export interface VersionedConsumer {
  name: string;
  schema: string;
}

/** The newest event of a stream that a consumer has applied. */
interface AppliedVersion {
  epoch: number;
  version: number;
}

/**
 * The events of a batch that are newer than what the consumer has applied, each stream's in order and without a
 * gap: events that are missing before one are read from the log. An event of a later epoch is newer whatever
 * its version, since the log went back in time before it. Parked streams are left out. The caller holds a lock
 * under which nothing else applies events of these streams.
 */
export async function selectNewer(
  client: PoolClient,
  log: EventLog,
  { name, schema }: VersionedConsumer,
  events: readonly RecordedEvent[],
): Promise<RecordedEvent[]> {
  const ids = [...new Set(events.map((event) => event.stream_id))];
  const { rows } = await client.query<AppliedVersion & { stream_id: string; parked: boolean }>({
    name: `${schema}.select_newer`,
    text: `SELECT ids.stream_id, coalesce(v.epoch, 0) AS epoch, coalesce(v.version, 0) AS version,
       p.stream_id IS NOT NULL AS parked
     FROM unnest($2::text[]) AS ids(stream_id)
     LEFT JOIN ${schema}.stream_versions AS v ON v.consumer = $1 AND v.stream_id = ids.stream_id
     LEFT JOIN ${schema}.parked_streams AS p ON p.consumer = $1 AND p.stream_id = ids.stream_id`,
    values: [name, ids],
  });
  const applied = new Map<string, AppliedVersion>();
  for (const { stream_id, epoch, version, parked } of rows) {
    if (!parked) applied.set(stream_id, { epoch, version });
  }
  return chooseNewer(applied, await fillGaps(client, log, applied, events));
}

/** Stores the versions that are applied, in the transaction of their effect. */
export async function recordVersions(
  client: PoolClient | Pool,
  { name, schema }: VersionedConsumer,
  events: readonly RecordedEvent[],
): Promise<void> {
  if (events.length === 0) return;
  await client.query({
    name: `${schema}.record_versions`,
    text: recordVersionsSql(schema, 2),
    values: [name, ...versionValues(events)],
  });
}

/** @param first number of the first parameter of `versionValues`; the consumer's name is the first of all. */
export function recordVersionsSql(schema: string, first: number): string {
  return `INSERT INTO ${schema}.stream_versions AS stored (consumer, stream_id, epoch, version)
     SELECT $1, * FROM unnest($${first}::text[], $${first + 1}::integer[], $${first + 2}::integer[])
     ON CONFLICT (consumer, stream_id) DO UPDATE SET epoch = excluded.epoch, version = excluded.version
     WHERE (stored.epoch, stored.version) < (excluded.epoch, excluded.version)`;
}

/** Stream, epoch and version of the last event of each stream. */
export function versionValues(events: readonly RecordedEvent[]): unknown[] {
  const newest = [...new Map(events.map((event) => [event.stream_id, event])).values()];
  return [
    newest.map((event) => event.stream_id),
    newest.map((event) => event.position.epoch),
    newest.map((event) => event.version),
  ];
}

function chooseNewer(
  before: ReadonlyMap<string, AppliedVersion>,
  events: readonly RecordedEvent[],
): RecordedEvent[] {
  const applied = new Map(before);
  return events.filter((event) => {
    const last = applied.get(event.stream_id);
    const { version, position } = event;
    if (last === undefined || position.epoch < last.epoch) return false;
    if (position.epoch === last.epoch && version <= last.version) return false;
    applied.set(event.stream_id, { epoch: position.epoch, version });
    return true;
  });
}

/** The batch, in which the events of a stream with a gap are replaced by those that the log has. */
async function fillGaps(
  client: PoolClient,
  log: EventLog,
  applied: ReadonlyMap<string, AppliedVersion>,
  events: readonly RecordedEvent[],
): Promise<readonly RecordedEvent[]> {
  /** `from` is the version after which the log is read if something is missing. */
  const reached = new Map([...applied].map(([id, last]) => [id, { ...last, from: last.version }]));
  const gaps = new Map<string, number>();
  let epoch = 0;
  for (const { stream_id, version, position } of events) {
    const last = reached.get(stream_id);
    if (last === undefined || position.epoch < last.epoch) continue;
    const later = position.epoch > last.epoch;
    const from = later ? Math.min(last.from, version - 1) : last.from;
    if (gaps.has(stream_id) || version > last.version + 1) gaps.set(stream_id, from);
    const newest = later ? version : Math.max(last.version, version);
    reached.set(stream_id, { epoch: position.epoch, version: newest, from });
    epoch = Math.max(epoch, position.epoch);
  }
  if (gaps.size === 0) return events;
  const missing = await log.readAfter(gaps, client);
  return [...events.filter((event) => !gaps.has(event.stream_id)), ...atEpoch(missing, epoch)];
}

/** The same events with the epoch of the log in their position. */
export function atEpoch(events: readonly RecordedEvent[], epoch: number): RecordedEvent[] {
  return events.map((event) => ({ ...event, position: { ...event.position, epoch } }));
}
