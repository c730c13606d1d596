import { arrayLiteral } from '@service/platform/postgres';
import type { ResultAuthentication } from '../idempotency/result-authentication.js';
import { needsCode, type EventAuthentication } from './event-authentication.js';
import type { Append, NewEvent } from './events.js';
import { encodeSignature } from './event-row.js';

/** SQL of the key of the advisory lock of a stream, whose name `log/stream` is given in SQL. */
export const streamLockSql = (name: string): string => `hashtextextended(${name}, 0)`;

/** The arguments of `append`, in order, with their types. Those of one line have the same length. */
export const APPEND_ARGUMENTS = {
  // The streams of the call, each once: those with a log are asserted, the others are written.
  logs: 'text[]',
  streams: 'text[]',
  expected: 'integer[]',
  // Which append needs which of them, counted from 1.
  appends: 'integer[]',
  needs: 'integer[]',
  claimants: 'integer[]',
  names: 'text[]',
  owners: 'text[]',
  // Null without any.
  results: 'json',
  // The events in their order, each with its append.
  writers: 'integer[]',
  stream_ids: 'text[]',
  versions: 'integer[]',
  event_ids: 'text[]',
  types: 'text[]',
  schema_versions: 'smallint[]',
  elements: 'text[]',
  data: 'jsonb[]',
  signatures: 'bytea[]',
  reasons: 'text[]',
  reason_salts: 'text[]',
  traceparents: 'text[]',
  macs: 'text[]',
} as const;

type ArgumentTypes = typeof APPEND_ARGUMENTS;

/** The arrays of a call, by argument. */
type Columns = {
  [Name in Exclude<keyof ArgumentTypes, 'results'>]: ArgumentTypes[Name] extends
    `${string}int[]` | 'integer[]'
    ? number[]
    : (string | null)[];
};

const NAMES = Object.keys(APPEND_ARGUMENTS) as (keyof ArgumentTypes)[];

/** Makes the codes of events and results; null for tests. */
export interface AppendCodes {
  events: Pick<EventAuthentication, 'codeOf'> | null;
  results: Pick<ResultAuthentication, 'codeOf'> | null;
}

/** Appends of one call, gathered as the arguments of the function `append`. */
export class AppendCall {
  private readonly columns = Object.fromEntries(
    NAMES.map((name) => [name, [] as (string | number | null)[]]),
  ) as Columns;
  private readonly results: object[] = [];
  private readonly metadata: object[] = [];
  /** Numbers of the asserted streams, by log, stream and version: most appends of a call rest on the same few. */
  private readonly asserted = new Map<string, number>();

  constructor(
    private readonly schema: string,
    private readonly codes: AppendCodes,
  ) {}

  /**
   * @param index of the append, by which its conflicts are told.
   * @throws TypeError for an append that asserts a stream without need, or does not say what it expects.
   */
  add(index: number, append: Append): void {
    const { claimants, names, owners } = this.columns;
    const versions = new Map(append.streams.map((stream) => [stream.stream_id, stream.expected]));
    for (const { log = this.schema, stream_id, expected } of append.asserted ?? []) {
      if (log === this.schema && versions.has(stream_id))
        throw new TypeError('An append cannot assert a stream that it appends to.');
      const key = `${log}/${stream_id}/${expected}`;
      const known = this.asserted.get(key) ?? this.addStream(log, stream_id, expected);
      this.asserted.set(key, known);
      this.need(index, known);
    }
    for (const event of append.events) {
      const expected = versions.get(event.stream_id);
      if (expected === undefined) throw new TypeError('Every stream needs its expected version.');
      versions.set(event.stream_id, expected + 1);
      this.addEvent(index, event, expected + 1, append.traceparent);
    }
    for (const { stream_id, expected } of append.streams) {
      if (versions.get(stream_id) === expected) throw new TypeError('A stream without an event is asserted.');
      this.need(index, this.addStream(null, stream_id, expected));
    }
    for (const { name, owner } of append.claims) {
      claimants.push(index);
      names.push(name);
      owners.push(owner);
    }
    const { result, metadata } = append;
    if (result) this.results.push({ append: index, mac: this.codes.results?.codeOf(result), ...result });
    if (metadata) this.metadata.push({ append: index, ...metadata });
  }

  /** The arguments of `append`, in order. */
  arguments(): unknown[] {
    const results = this.results.length === 0 ? null : JSON.stringify(this.results);
    return NAMES.map((name) => (name === 'results' ? results : arrayLiteral(this.columns[name])));
  }

  /** The metadata, for `write_metadata`. */
  metadataArgument(): string {
    return JSON.stringify(this.metadata);
  }

  /** @returns the number of the stream, from 1. */
  private addStream(log: string | null, streamId: string, expected: number): number {
    this.columns.logs.push(log);
    this.columns.streams.push(streamId);
    return this.columns.expected.push(expected);
  }

  private need(index: number, stream: number): void {
    this.columns.appends.push(index);
    this.columns.needs.push(stream);
  }

  private addEvent(
    index: number,
    event: NewEvent,
    version: number,
    traceparent: Append['traceparent'],
  ): void {
    const { columns } = this;
    const { signature = null, reason = null, reason_salt = null } = event.companion ?? {};
    columns.writers.push(index);
    columns.stream_ids.push(event.stream_id);
    columns.versions.push(version);
    columns.event_ids.push(event.event_id);
    columns.types.push(event.type);
    columns.schema_versions.push(event.schema_version);
    columns.elements.push(event.element);
    columns.data.push(event.data && JSON.stringify(event.data));
    columns.signatures.push(signature && `\\x${encodeSignature(signature).toString('hex')}`);
    columns.reasons.push(reason);
    columns.reason_salts.push(reason_salt);
    columns.traceparents.push(traceparent ?? null);
    columns.macs.push(needsCode(event) ? (this.codes.events?.codeOf({ ...event, version }) ?? null) : null);
  }
}

/**
 * Calls `append` with a lock timeout `$1` and its arguments from `$2` on, and `write_metadata` with the one behind them. It
 * answers a row without conflicts too, so that the transaction's id comes in the same round trip.
 */
export function appendSql(schema: string, withMetadata: boolean): string {
  const count = Object.keys(APPEND_ARGUMENTS).length;
  const values = Array.from({ length: count }, (_, index) => `$${index + 2}`).join(', ');
  // The first half of the join is run first: no lock is waited for beyond the deadline.
  const conflicts = `
    SELECT conflicts.* FROM (SELECT set_config('lock_timeout', coalesce($1, current_setting('lock_timeout')), true)) AS patience
    LEFT JOIN ${schema}.append(${values}) AS conflicts ON true`;
  const transaction = 'pg_current_xact_id_if_assigned()::text AS transaction';
  if (!withMetadata) return conflicts.replace('conflicts.*', `conflicts.*, ${transaction}`);
  return `
    WITH conflicts AS MATERIALIZED (${conflicts})
    SELECT conflicts.*, ${transaction}
    FROM ${schema}.write_metadata($${count + 2}, ARRAY(SELECT append FROM conflicts WHERE append IS NOT NULL))
    CROSS JOIN conflicts`;
}
