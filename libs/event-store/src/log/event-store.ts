import { NO_METADATA, type MetadataState } from '@service/contracts';
import { Batcher } from '@service/platform/batching';
import type { Tracer } from '@service/platform/tracing';
import pg, { type Pool } from 'pg';
import { needsCode, type EventAuthentication } from './event-authentication.js';
import type { EventRow } from './event-row.js';
import { readStreamsSql } from './read-streams.sql.js';
import { EventLog } from './event-log.js';
import type { NewMetadata } from '../metadata/metadata-changes.js';
import { readMetadata } from '../metadata/read-metadata.js';
import type { StoredResult } from '../idempotency/stored-result.js';
import type { Append, AppendConflict, AppendResult, RecordedEvent } from './events.js';
import { traceAppend } from './trace-append.js';

/** A loaded stream. */
export interface LoadedStream {
  events: RecordedEvent[];
  /** 0 where there is no such stream. */
  version: number;
  /** Time of the database when the stream was read: the time of the events that are decided on it. */
  readAt: Date;
}

type ConflictRow = {
  /** Null in the only row of an append without conflicts. */
  append: number | null;
  conflict: Exclude<AppendConflict['kind'], 'metadata'>;
  subject: string;
  found: string;
};

/** SQLSTATE of `append_with_metadata` for another version of the metadata than the append was decided on. */
const METADATA_CHANGED = '23M01';

/** The owner's side of an event log. Concurrent reads share a query, concurrent appends share a commit. */
export class EventStore extends EventLog {
  private readonly reads: Batcher<string, LoadedStream>;
  private readonly appends: Batcher<Append, AppendResult>;
  /** Apart from the others, which need not be repeated when metadata have changed meanwhile. */
  private readonly appendsWithMetadata: Batcher<Append, AppendResult>;
  private readonly listeners = new Set<(transaction: bigint) => void>();

  constructor(
    private readonly ownerPool: Pool,
    schema: string,
    authentication: EventAuthentication | null = null,
    private readonly tracer: Tracer | null = null,
  ) {
    super(ownerPool, schema, authentication);
    this.reads = new Batcher((ids) => this.readMany(ids), { maxBatch: 500, maxInFlight: 2 });
    const options = {
      maxBatch: 500,
      maxInFlight: 2,
      keysOf: (append: Append) => [
        ...append.streams.map((stream) => stream.stream_id),
        ...append.claims.map((claim) => claim.name),
        ...(append.result ? [append.result.key] : []),
      ],
      isItemFault: isDataFault,
    };
    this.appends = new Batcher((appends) => this.appendMany(appends), options);
    this.appendsWithMetadata = new Batcher((appends) => this.appendMany(appends, true), options);
  }

  /** Reads one aggregate's events, oldest first. */
  read(streamId: string): Promise<LoadedStream> {
    return this.reads.submit(streamId);
  }

  /** Appends as a whole or not at all. A conflict is returned, not thrown. */
  append(append: Append): Promise<AppendResult> {
    const { tracer } = this;
    if (tracer === null) return this.submit(append);
    return traceAppend(tracer, this.schema, append, (traced) => this.submit(traced));
  }

  private submit(append: Append): Promise<AppendResult> {
    return append.metadata ? this.appendWithMetadata(append, append.metadata) : this.appends.submit(append);
  }

  /** The metadata of one subject. */
  async readMetadata(subjectId: string): Promise<MetadataState> {
    return (await readMetadata(this.ownerPool, this.schema, [subjectId])).get(subjectId) ?? NO_METADATA;
  }

  private async appendWithMetadata(append: Append, { subject_id }: NewMetadata): Promise<AppendResult> {
    try {
      return await this.appendsWithMetadata.submit(append);
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== METADATA_CHANGED) throw error;
      return { appended: false, conflict: { kind: 'metadata', subject_id } };
    }
  }

  /**
   * Calls `listener` with the transaction's id after each commit that wrote something. It saves a follower in this
   * process the wait for its next poll.
   */
  onAppended(listener: (transaction: bigint) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private async readMany(ids: string[]): Promise<LoadedStream[]> {
    const { rows } = await this.ownerPool.query<EventRow & { read_at: Date }>({
      name: `${this.schema}.read_many`,
      text: readStreamsSql(this.schema),
      values: [[...new Set(ids)]],
    });
    const readAt = rows[0]?.read_at ?? new Date();
    const streams = new Map<string, RecordedEvent[]>();
    for (const row of rows) {
      if (row.stream_id === null) continue;
      const events = streams.get(row.stream_id);
      if (events === undefined) streams.set(row.stream_id, [this.toEvent(row)]);
      else events.push(this.toEvent(row));
    }
    return ids.map((id) => {
      const events = streams.get(id) ?? [];
      return { events, version: events.length, readAt };
    });
  }

  private async appendMany(appends: Append[], withMetadata = false): Promise<AppendResult[]> {
    const now = Date.now();
    const late = appends.map((append) => append.deadline !== undefined && append.deadline <= now);
    const streams = [];
    const events = [];
    const claims = [];
    const results = [];
    const metadata = [];
    for (const [index, append] of appends.entries()) {
      if (late[index]) continue;
      const versions = new Map(append.streams.map((stream) => [stream.stream_id, stream.expected]));
      for (const stream of append.streams) streams.push({ append: index, ...stream });
      for (const claim of append.claims) claims.push({ append: index, ...claim });
      if (append.result) results.push({ append: index, ...append.result });
      if (append.metadata) metadata.push({ append: index, ...append.metadata });
      for (const { companion, ...event } of append.events) {
        const expected = versions.get(event.stream_id);
        if (expected === undefined) throw new TypeError('Every stream needs its expected version.');
        const version = expected + 1;
        versions.set(event.stream_id, version);
        const { traceparent } = append;
        const mac = needsCode(event) ? this.authentication?.codeOf({ ...event, version }) : null;
        events.push({
          append: index,
          ordinal: events.length,
          version,
          traceparent,
          mac,
          ...event,
          ...companion,
        });
      }
    }
    if (late.every(Boolean)) return appends.map(() => ({ appended: false, conflict: 'deadline' }));
    const sent = [streams, events, claims, results, ...(withMetadata ? [metadata] : [])];
    const name = `${this.schema}.${withMetadata ? 'append_with_metadata' : 'append'}`;
    // The join gives one row without conflicts too, so that the transaction's id comes in the same round trip.
    const { rows } = await this.ownerPool.query<ConflictRow & { transaction: string | null }>({
      name,
      text: `SELECT conflicts.*, pg_current_xact_id_if_assigned()::text AS transaction
        FROM (VALUES (0)) AS one
        LEFT JOIN ${name}(${sent.map((_, index) => `$${index + 1}`).join(', ')}) AS conflicts ON true`,
      values: sent.map((each) => JSON.stringify(each)),
    });
    const transaction = rows[0]?.transaction ?? null;
    if (transaction !== null) for (const listener of this.listeners) listener(BigInt(transaction));
    const conflicts = new Map(
      rows.filter(({ append }) => append !== null).map((row) => [row.append, toConflict(row)]),
    );
    return appends.map((_, index): AppendResult => {
      const conflict = late[index] ? 'deadline' : conflicts.get(index);
      return conflict === undefined ? { appended: true } : { appended: false, conflict };
    });
  }
}

function toConflict({ conflict, subject, found }: ConflictRow): AppendConflict {
  switch (conflict) {
    case 'version':
      return { kind: 'version', stream_id: subject, actual: Number(found) };
    case 'claim':
      return { kind: 'claim', name: subject, owner: found };
    case 'idempotency_key':
      return { kind: 'idempotency_key', stored: JSON.parse(found) as StoredResult };
  }
}

/** SQLSTATE classes 22 (data exception) and 23 (integrity constraint): the data of the append is at fault. */
function isDataFault(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '');
}
