import { newId, type CredentialEvent } from '@service/contracts';
import {
  BEGINNING,
  EventLog,
  EventStore,
  eventLogSql,
  inTransaction,
  linkElements,
  moveWithEffect,
  readPosition,
  type LoadedStream,
  type NewEvent,
  type RecordedEvent,
} from '@service/event-store';
import {
  SigningKey,
  digestText,
  keySubjectId,
  type AuthorityEvent,
  type AuthorityReference,
  type KeyEvent,
  type RecordEvent,
} from '@service/evidence';
import { unpackBody, type SharedConsumer, type StoredPublishedEvent } from '@service/messaging';
import type { EmbeddedDatabase } from '@service/testing';
import { migratedDatabase } from './migrated-database.js';

type LogName = 'credential_authority' | 'record_store' | 'webhook_dispatcher';

const NOTHING: LoadedStream = { events: [], version: 0, readAt: new Date(0) };
const AT = '2026-02-01T00:00:00.000Z';

const RECORD: RecordEvent = {
  type: 'service.record.registered',
  occurred_at: AT,
  authority: { id: '', version: 1, digest: digestText('') },
  issuer: 'Zoë’s "Registry"',
  state: 'active',
  origin: 'https://registry.example/"42"\u2029',
  external_id: null,
  expires_at: null,
  successor_id: null,
  content_digest: digestText('content'),
  issuer_signature: null,
};

/** The transitions of a sample record. */
export const LIFE: Partial<RecordEvent>[] = [
  {},
  { type: 'service.record.suspended', state: 'suspended' },
  { type: 'service.record.reinstated' },
  { type: 'service.record.revoked', state: 'revoked' },
];

/** A published row with its body as text. */
export type PublishedRow = Omit<StoredPublishedEvent, 'body'> & { body: string };

/** The logs that events are published from, with events as a service appends them. */
export class SampleLogs {
  readonly key = SigningKey.generate('provenance', '2026-01-01T00:00:00.000Z');

  private constructor(readonly database: EmbeddedDatabase) {}

  static async start(): Promise<SampleLogs> {
    const logs = new SampleLogs(await migratedDatabase());
    const { pool } = logs.database;
    for (const schema of ['credential_authority', 'record_store']) {
      await pool.query(`CREATE SCHEMA ${schema}`);
      for (const statement of eventLogSql(schema)) await pool.query(statement);
    }
    await logs.publishKey();
    return logs;
  }

  /** Appends an authority. @returns references to its elements. */
  async grant(id: string, ...changes: Partial<AuthorityEvent>[]): Promise<AuthorityReference[]> {
    const granted: AuthorityEvent = {
      type: 'service.authority.granted',
      occurred_at: '2026-01-02T00:00:00.000Z',
      issuer: RECORD.issuer,
      scope: ['b', 'a'],
      valid_until: '2090-01-01T00:00:00.000Z',
      public_key: null,
      state: 'active',
      cause: null,
      invalid_since: null,
    };
    const members = { project_id: 'prj_1', authority_id: id };
    const decided = [{}, ...changes].map((change, index) => ({
      event: { ...granted, ...change },
      reason: index === 0 ? null : 'because',
    }));
    const linked = linkElements(NOTHING, { streamId: id, members }, { log: 'log', key: this.key }, decided);
    await this.append(
      'credential_authority',
      id,
      linked.map(({ newEvent }) => newEvent),
    );
    return linked.map(({ newEvent }, index) => ({
      id,
      version: index + 1,
      digest: digestText(newEvent.element ?? ''),
    }));
  }

  /** Appends a record with its transitions. */
  async register(
    id: string,
    authority: AuthorityReference,
    life: readonly Partial<RecordEvent>[] = [{}],
    key = this.key,
  ): Promise<void> {
    const members = { project_id: 'prj_1', record_id: id };
    const decided = life.map((change, index) => ({
      event: { ...RECORD, authority, ...change },
      reason: index === 0 ? null : 'because',
    }));
    const linked = linkElements(NOTHING, { streamId: id, members }, { log: 'log', key }, decided);
    await this.append(
      'record_store',
      id,
      linked.map(({ newEvent }) => newEvent),
    );
  }

  /** Appends the events of a credential. */
  issue(id: string, projectId: string | null, ...more: CredentialEvent[]): Promise<void> {
    const secret = { key_id: id, hmac: '', pepper_id: '' };
    const type = 'service.credential.issued';
    const issued = { type, credential_id: id, project_id: projectId, secret, occurred_at: AT };
    return this.say('credential_authority', id, [issued, ...more]);
  }

  /** Appends events with data. */
  say(log: LogName, streamId: string, events: readonly { type: string }[]): Promise<void> {
    return this.append(
      log,
      streamId,
      events.map((data) => dataEvent(streamId, data)),
    );
  }

  /** All events of a log in the order of commits. */
  async events(log: LogName): Promise<RecordedEvent[]> {
    return (await new EventLog(this.database.pool, log).readAll(BEGINNING, 10_000)).events;
  }

  /** Lets a consumer apply events in one transaction. */
  apply(consumer: SharedConsumer, events: RecordedEvent[]): Promise<void> {
    return inTransaction(this.database.pool, 'BEGIN', (client) => consumer.apply(client, events));
  }

  /**
   * Lets a consumer apply events by one statement.
   * @param passed events that it takes to be behind its position, and are not.
   * @returns whether its effect was one; otherwise nothing was done.
   */
  async applyAsOne(consumer: SharedConsumer, events: RecordedEvent[], passed = 0n): Promise<boolean> {
    const effect = (await consumer.effect?.(events)) ?? null;
    if (effect === null || typeof effect === 'function') return false;
    const { pool } = this.database;
    const { schema, name } = consumer;
    const stored = await readPosition(pool, schema, name);
    const from = { ...stored, pos: `${BigInt(stored.pos) + passed}` };
    const to = { ...from, pos: `${BigInt(from.pos) + 1n}` };
    await moveWithEffect(pool, { schema, consumer: name, from, to }, effect, true);
    return true;
  }

  /** The published rows, in order. */
  async published(): Promise<PublishedRow[]> {
    const { rows } = await this.database.pool.query<StoredPublishedEvent>(
      'SELECT * FROM webhook_dispatcher.published_events ORDER BY tx, pos',
    );
    return rows.map((row) => ({ ...row, body: unpackBody(row, row.body) ?? '' }));
  }

  /** Deletes the published rows. */
  async clear(): Promise<void> {
    await this.database.pool.query('TRUNCATE webhook_dispatcher.published_events');
  }

  async append(log: LogName, streamId: string, events: NewEvent[]): Promise<void> {
    const streams = [{ stream_id: streamId, expected: 0 }];
    const appended = await new EventStore(this.database.pool, log).append({ streams, events, claims: [] });
    if (!appended.appended) throw new Error(JSON.stringify(appended));
  }

  private async publishKey(): Promise<void> {
    const event: KeyEvent = {
      type: 'service.key.published',
      occurred_at: '2026-01-01T00:00:00.000Z',
      purpose: 'provenance',
      public_key: this.key.publicKey,
      state: 'active',
      cause: null,
      invalid_since: null,
      invalid_from_size: null,
    };
    const streamId = keySubjectId(this.key.keyId);
    const subject = { streamId, members: { key_id: this.key.keyId } };
    const linked = linkElements(NOTHING, subject, { log: 'log', key: this.key }, [{ event, reason: null }]);
    await this.append(
      'credential_authority',
      streamId,
      linked.map(({ newEvent }) => newEvent),
    );
  }
}

function dataEvent(streamId: string, data: { type: string }): NewEvent {
  return {
    stream_id: streamId,
    event_id: newId('event'),
    type: data.type,
    schema_version: 1,
    element: null,
    data,
    companion: null,
  };
}
