import { arrayLiteral } from '@service/platform/postgres';
import type { ResultAuthentication } from '../idempotency/result-authentication.js';
import { APPEND_ARGUMENTS } from './append.sql.js';
import { needsCode, type EventAuthentication } from './event-authentication.js';
import type { Append, NewEvent } from './events.js';
import { encodeSignature } from './event-row.js';

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
