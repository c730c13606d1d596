import { beforeEach, describe, expect, it } from '@jest/globals';
import { NO_METADATA, ServiceError, type MetadataChange } from '@service/contracts';
import { handleCommand, type Decision } from '../commands/handle-command.js';
import { EventStore } from '../log/event-store.js';
import { freshLogForEachTest, rowsOf } from '../testing/fresh-log.js';
import { newEvent } from '../testing/new-event.js';
import { eraseMetadata } from './erase-metadata.js';
import { decideMetadata, digestMetadata } from './metadata-changes.js';
import { metadataMigration } from '../log/schema.sql.js';

const log = freshLogForEachTest();
beforeEach(() => log.database.pool.query(metadataMigration(log.schema).text()));

const subject = { id: 's', project_id: 'prj_1' };

/** Changes the metadata of the subject, with `events` new events of its stream. */
const change = (
  wanted: MetadataChange,
  events = 0,
  store = log.store,
  refusal?: ServiceError,
): Promise<number> =>
  handleCommand(store, {
    command: { key: subject.id, deadline: Date.now() + 10_000 },
    decide: async (stream): Promise<Decision<number>> => {
      const metadata = decideMetadata(subject, await store.readMetadata(subject.id), wanted);
      const added = Array.from({ length: events }, () => newEvent(subject.id));
      return { events: added, metadata, result: stream.version + events, ...(refusal && { refusal }) };
    },
  });

describe('metadata', () => {
  it('are appended with a stream’s events, which they are no part of', async () => {
    await change({ team: 'checkout', 'a b': 'ü' }, 1);
    expect(await log.store.readMetadata('s')).toEqual({
      version: 1,
      metadata: { 'a b': 'ü', team: 'checkout' },
    });
    expect((await log.store.read('s')).version).toBe(1);
    expect((await log.store.readAll({ epoch: 1, tx: '0', pos: '0' }, 10)).events).toHaveLength(1);
    expect(await log.store.readMetadata('other')).toEqual(NO_METADATA);
  });

  it('change alone, and leave the stream as it is', async () => {
    await change(null, 1);
    await change({ team: 'checkout' });
    await change({ team: null, env: 'live' });
    expect(await log.store.readMetadata('s')).toEqual({ version: 2, metadata: { env: 'live' } });
    expect((await log.store.read('s')).version).toBe(1);
  });

  it('have an event for each change, with the salted digest of the text and not the text', async () => {
    await change({ team: 'checkout' }, 1);
    await change({ team: 'search' });
    const events = await rowsOf(log, 'metadata_events', 'version, digest');
    const [{ salt } = { salt: '' }] = (await rowsOf(log, 'metadata', 'salt, salt AS again')) as {
      salt: string;
    }[];
    expect(events).toEqual([
      { version: 1, digest: expect.stringMatching(/^sha256:/) },
      { version: 2, digest: digestMetadata(salt, { prj_1: { team: 'search' } }) },
    ]);
    const pool = log.database.pool;
    await expect(pool.query(`UPDATE ${log.schema}.metadata_events SET digest = ''`)).rejects.toMatchObject({
      code: '42501',
    });
  });

  it('hold every pair that many processes set at once', async () => {
    await change(null, 1);
    const stores = [log.store, new EventStore(log.database.pool, log.schema)];
    await Promise.all(
      Array.from({ length: 12 }, (_, at) => change({ [`k${at}`]: `v${at}` }, at % 2, stores[at % 2])),
    );
    const { version, metadata } = await log.store.readMetadata('s');
    expect(version).toBe(12);
    expect(Object.keys(metadata)).toHaveLength(12);
    expect((await log.store.read('s')).version).toBe(7);
  });

  it('and the events that come with them are appended as a whole or not at all', async () => {
    await change({ team: 'checkout' }, 1);
    const stale = decideMetadata(subject, NO_METADATA, { team: 'search' });
    const append = {
      streams: [{ stream_id: 's', expected: 1 }],
      events: [newEvent('s')],
      claims: [],
      metadata: stale,
    };
    const other = { ...append, streams: [{ stream_id: 't', expected: 0 }], events: [newEvent('t')] };
    const ofOther = {
      ...other,
      metadata: decideMetadata({ id: 't', project_id: 'prj_1' }, NO_METADATA, { a: 'b' }),
    };
    const conflict = { kind: 'metadata', subject_id: 's' };
    expect(await Promise.all([log.store.append(append), log.store.append(ofOther)])).toEqual([
      { appended: false, conflict },
      { appended: true },
    ]);
    expect((await log.store.read('s')).version).toBe(1);
    expect((await log.store.readMetadata('t')).metadata).toEqual({ a: 'b' });
  });

  it('stay as they are where the stream has changed meanwhile', async () => {
    await change({ team: 'checkout' }, 2);
    const metadata = decideMetadata(subject, { version: 1, metadata: {} }, { team: 'search' });
    const append = {
      streams: [{ stream_id: 's', expected: 1 }],
      events: [newEvent('s')],
      claims: [],
      metadata,
    };
    expect(await log.store.append(append)).toMatchObject({ conflict: { kind: 'version', actual: 2 } });
    expect(await log.store.readMetadata('s')).toEqual({ version: 1, metadata: { team: 'checkout' } });
  });
});

describe('erased metadata', () => {
  it('are gone with their salt, and not for a change that was decided before', async () => {
    const { database, schema } = log;
    await change({ team: 'checkout' }, 1);
    const before = await log.store.readMetadata('s');
    expect(await eraseMetadata(database.pool, schema, 's')).toBe(true);
    expect(await rowsOf(log, 'metadata', 'version, pairs, salt')).toEqual([
      { version: 2, pairs: {}, salt: null },
    ]);
    const late = {
      streams: [],
      events: [],
      claims: [],
      metadata: decideMetadata(subject, before, { env: 'live' }),
    };
    expect(await log.store.append(late)).toMatchObject({ conflict: { kind: 'metadata' } });
    await change({ env: 'live' });
    expect(await log.store.readMetadata('s')).toEqual({ version: 3, metadata: { env: 'live' } });
    expect(await rowsOf(log, 'metadata_events', 'version, digest IS NULL AS erased')).toEqual([
      { version: 1, erased: false },
      { version: 2, erased: true },
      { version: 3, erased: false },
    ]);
  });

  it('are erased once, and only where there are any', async () => {
    const { database, schema } = log;
    expect(await eraseMetadata(database.pool, schema, 's')).toBe(false);
    await change({ team: 'checkout' }, 1);
    expect(await eraseMetadata(database.pool, schema, 's')).toBe(true);
    expect(await eraseMetadata(database.pool, schema, 's')).toBe(false);
  });
});

describe('an append without metadata', () => {
  it('needs no tables for them', async () => {
    const plain = await log.database.freshSchema();
    const { eventLogSql } = await import('../log/schema.sql.js');
    await log.database.pool.query(eventLogSql(plain).join(';'));
    await change(null, 1);
    const store = new EventStore(log.database.pool, plain);
    const appended = await store.append({
      streams: [{ stream_id: 's', expected: 0 }],
      events: [newEvent('s')],
      claims: [],
      metadata: null,
    });
    expect(appended).toEqual({ appended: true });
  });
});
