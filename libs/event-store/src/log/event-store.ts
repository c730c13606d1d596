import { agreedNow, NO_METADATA, type MetadataState } from '@service/contracts';
import { Batcher } from '@service/platform/batching';
import { isLockTimeout, isRolledBack, repeatRolledBack } from '@service/platform/postgres';
import type { Tracer } from '@service/platform/tracing';
import pg, { type Pool } from 'pg';
import { AppendCall, appendSql } from './append-call.js';
import type { EventAuthentication } from './event-authentication.js';
import { type EventRow, readStreamsSql } from './event-row.js';
import { EventLog } from './event-log.js';
import type { NewMetadata } from '../metadata/metadata-changes.js';
import { readMetadata } from '../metadata/read-metadata.js';
import type { CarriedResult, ResultAuthentication } from '../idempotency/result-authentication.js';
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
  actual: string;
};

/** SQLSTATE of `write_metadata` for another version of the metadata than the append was decided on. */
const METADATA_CHANGED = '23M01';
/**
 * Most streams that the appends of a call lock, unless a single append needs more: the locks of all transactions of a
 * server share a table, which has 6,400 places by default.
 */
const MOST_LOCKS = 100;

/** The owner's side of an event log. Concurrent reads share a query, concurrent appends share a commit. */
export class EventStore extends EventLog {
  private readonly reads: Batcher<string, LoadedStream>;
  private readonly appends: Batcher<Append, AppendResult>;
  /** Apart from the others, which need not be repeated when metadata have changed meanwhile. */
  private readonly appendsWithMetadata: Batcher<Append, AppendResult>;
  private readonly listeners = new Set<(transaction: bigint) => void>();

  /** @param results makes and checks the codes of commands’ results; null for tests. */
  constructor(
    private readonly ownerPool: Pool,
    schema: string,
    authentication: EventAuthentication | null = null,
    private readonly tracer: Tracer | null = null,
    private readonly results: ResultAuthentication | null = authentication?.ofResults(schema) ?? null,
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
        ...(append.metadata ? [`metadata/${append.metadata.subject_id}`] : []),
      ],
      sharedKeysOf: ({ asserted = [] }: Append) =>
        asserted.filter(({ log = schema }) => log === schema).map((stream) => stream.stream_id),
      roomOf: roomForLocks,
      isItemFault: isDataFault,
    };
    const run = (withMetadata: boolean) => (appends: Append[]) =>
      repeatRolledBack(() => this.appendInTime(appends, withMetadata), isDecidedAgain);
    this.appends = new Batcher(run(false), options);
    this.appendsWithMetadata = new Batcher(run(true), options);
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

  /** A call waits for locks until the first deadline; those with a later one then go on without it. */
  private async appendInTime(appends: Append[], withMetadata: boolean): Promise<AppendResult[]> {
    const countLate = () => appends.filter((append) => isLate(append, agreedNow())).length;
    const before = countLate();
    try {
      return await this.appendMany(appends, withMetadata);
    } catch (error) {
      const late = countLate();
      if (!isLockTimeout(error) || late === before || late === appends.length) throw error;
      return this.appendInTime(appends, withMetadata);
    }
  }

  private async appendMany(appends: Append[], withMetadata: boolean): Promise<AppendResult[]> {
    const now = agreedNow();
    const late = appends.map((append) => isLate(append, now));
    if (late.every(Boolean)) return appends.map(() => ({ appended: false, conflict: 'deadline' }));
    const call = new AppendCall(this.schema, { events: this.authentication, results: this.results });
    for (const [index, append] of appends.entries()) if (!late[index]) call.add(index, append);
    const deadlines = appends.flatMap(({ deadline }, index) =>
      deadline === undefined || late[index] ? [] : [deadline],
    );
    const patience = deadlines.length === 0 ? null : Math.ceil(Math.min(...deadlines) - now);
    const { rows } = await this.ownerPool.query<ConflictRow & { transaction: string | null }>({
      name: `${this.schema}.append${withMetadata ? '_with_metadata' : ''}`,
      text: appendSql(this.schema, withMetadata),
      values: [
        patience?.toString() ?? null,
        ...call.arguments(),
        ...(withMetadata ? [call.metadataArgument()] : []),
      ],
    });
    const transaction = rows[0]?.transaction ?? null;
    if (transaction !== null) for (const listener of this.listeners) listener(BigInt(transaction));
    const conflicts = new Map(
      rows.filter(({ append }) => append !== null).map((row) => [row.append, this.toConflict(row)]),
    );
    return appends.map((_, index): AppendResult => {
      const conflict = late[index] ? 'deadline' : conflicts.get(index);
      return conflict === undefined ? { appended: true } : { appended: false, conflict };
    });
  }

  private toConflict({ conflict, subject, actual }: ConflictRow): AppendConflict {
    switch (conflict) {
      case 'version':
        return { kind: 'version', stream_id: subject, actual: Number(actual) };
      case 'claim':
        return { kind: 'claim', name: subject, owner: actual };
      case 'idempotency_key':
        return { kind: 'idempotency_key', stored: this.authenticResult(JSON.parse(actual) as CarriedResult) };
    }
  }

  private authenticResult({ mac, ...result }: CarriedResult): StoredResult | null {
    return this.results?.accepts({ mac, ...result }) === false ? null : result;
  }
}

function isLate({ deadline }: Append, now: number): boolean {
  return deadline !== undefined && deadline <= now;
}

/** Answers for each append of a call whether it may be added to those before. */
function roomForLocks(): (append: Append) => boolean {
  const locked = new Set<string>();
  return ({ streams, asserted = [] }) => {
    const more = new Set<string>();
    for (const { stream_id, expected } of streams)
      if (expected > 0 && !locked.has(stream_id)) more.add(stream_id);
    for (const { stream_id } of asserted) if (!locked.has(stream_id)) more.add(stream_id);
    if (locked.size > 0 && locked.size + more.size > MOST_LOCKS) return false;
    for (const id of more) locked.add(id);
    return true;
  };
}

/** Whether PostgreSQL rolled a call back because of another one, which may have begun the same stream meanwhile. */
function isDecidedAgain(error: unknown): boolean {
  return isRolledBack(error) || (error instanceof pg.DatabaseError && error.constraint === 'events_pkey');
}

/** SQLSTATE classes 22 (data exception) and 23 (integrity constraint): the data of the append is at fault. */
function isDataFault(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '');
}
