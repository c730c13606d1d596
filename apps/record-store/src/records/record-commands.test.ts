import { beforeEach, describe, expect, it } from '@jest/globals';
import { NO_METADATA, ServiceError, UnavailableError, newId, type MetadataChange } from '@service/contracts';
import type {
  Append,
  AppendConflict,
  AppendResult,
  EventStore,
  LoadedStream,
  RecordedEvent,
} from '@service/event-store';
import {
  SigningKey,
  digestText,
  findRecordChainFault,
  keySubjectId,
  openElement,
  type RecordElementContent,
} from '@service/evidence';
import { newCommand } from '@service/messaging/commands';
import type { AuthorityCopy } from '../authorities/authority-copy.js';
import { RecordCommands } from './record-commands.js';
import type { AuthorityFacts } from './record.decider.js';

/** The methods of an event store, in memory, without other writers. */
class MemoryStore {
  readonly streams = new Map<string, RecordedEvent[]>();
  readonly appends: Append[] = [];
  now = new Date('2026-11-21T12:00:00.000Z');

  read(streamId: string): Promise<LoadedStream> {
    const events = [...(this.streams.get(streamId) ?? [])];
    return Promise.resolve({ events, version: events.length, readAt: this.now });
  }

  readMetadata() {
    const newest = this.appends.findLast((append) => append.metadata)?.metadata;
    return Promise.resolve(
      newest ? { version: newest.version, metadata: newest.pairs['prj_1'] } : NO_METADATA,
    );
  }

  /** Conflicts that the next appends meet. */
  readonly conflicts: AppendConflict[] = [];

  append(append: Append): Promise<AppendResult> {
    const conflict = this.conflicts.shift();
    if (conflict) return Promise.resolve({ appended: false, conflict });
    this.appends.push(append);
    for (const event of append.events) {
      const stream = this.streams.get(event.stream_id) ?? [];
      stream.push({ ...event, version: stream.length + 1, position: { epoch: 1, tx: '1', pos: '1' } });
      this.streams.set(event.stream_id, stream);
    }
    return Promise.resolve({ appended: true });
  }
}

/** A copy with one authority, which records the requested versions. */
class CopyOfOne {
  readonly asked: number[] = [];
  suspended = false;
  version = 2;

  find(_projectId: string, id: string, knownVersion: number): Promise<AuthorityFacts> {
    this.asked.push(knownVersion);
    const reference = { id, version: this.version, digest: digestText(`element ${this.version}`) };
    return Promise.resolve({ reference, issuer: 'Example Registry', public_key: null, state: 'active' });
  }

  requireActiveProject(): void {
    if (this.suspended) throw new ServiceError('project.suspended');
  }
}

const END = '2027-01-01T00:00:00.000Z';
const content_digest = digestText('content');
const key = SigningKey.generate('provenance', '2026-11-21T12:00:00.000Z');
const byKey = { log: 'credential_authority', stream_id: keySubjectId(key.keyId), expected: 1 };
let store: MemoryStore;
let copy: CopyOfOne;
let records: RecordCommands;
/** Whether elements have waited long for the log. */
let lags: boolean;

const register = (
  key: string,
  project_id: string,
  external_id: string | null = null,
  metadata?: Record<string, string>,
) => {
  const payload = {
    authority_id: 'aut_1',
    origin: 'o',
    content_digest,
    external_id,
    expires_at: END,
    issuer_signature: null,
    ...(metadata && { metadata }),
  };
  return records.handle(newCommand('record.register', payload, { key, project_id, issued_by: 'crd_1' }));
};
const amend = (key: string, project_id: string, expected_version: number | null = null) => {
  const payload = { reason: 'because', expected_version, content_digest };
  return records.handle(newCommand('record.amend', payload, { key, project_id, issued_by: 'crd_1' }));
};
const supersede = (
  key: string,
  project_id: string,
  successor_id: string,
  authorities: string[] | null = null,
) => {
  const payload = { reason: 'because', expected_version: null, successor_id, authorities };
  return records.handle(newCommand('record.supersede', payload, { key, project_id, issued_by: 'crd_1' }));
};
const update = (
  key: string,
  project_id: string,
  metadata: MetadataChange,
  expected_version: number | null = null,
) => {
  const payload = { metadata, expected_version };
  return records.handle(newCommand('record.update', payload, { key, project_id, issued_by: 'crd_1' }));
};
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'nothing was refused',
    (error: { code: string }) => error.code,
  );
const chainOf = (id: string) =>
  (store.streams.get(id) ?? []).map(({ element }) =>
    openElement<RecordElementContent>(element ?? '', digestText(element ?? '')),
  );

beforeEach(async () => {
  store = new MemoryStore();
  copy = new CopyOfOne();
  records = new RecordCommands(store as unknown as EventStore, copy as unknown as AuthorityCopy, {
    log: 'example.org/log/development',
    signer: { current: () => Promise.resolve({ key, asserted: byKey }) },
    lag: {
      requireLow: () =>
        lags ? Promise.reject(new UnavailableError({ cause: 'log_lags', behind_ms: 1 })) : null,
    },
  });
  lags = false;
  await register('rec_1', 'prj_1', '42');
});

describe('a record’s commands', () => {
  it('add nothing while the log lags, and take away what they can', async () => {
    lags = true;
    expect(await codeOf(register('rec_2', 'prj_1'))).toBe('service.unavailable');
    expect(await codeOf(amend('rec_1', 'prj_1'))).toBe('service.unavailable');
    const reason = { reason: 'because', expected_version: null };
    const terms = { key: 'rec_1', project_id: 'prj_1', issued_by: 'crd_1' };
    expect(await records.handle(newCommand('record.suspend', reason, terms))).toMatchObject({ version: 2 });
    expect(await codeOf(records.handle(newCommand('record.reinstate', reason, terms)))).toBe(
      'service.unavailable',
    );
    expect(await records.handle(newCommand('record.revoke', reason, terms))).toMatchObject({ version: 3 });
  });

  it('append a sound chain, and answer the resulting record', async () => {
    expect(await amend('rec_1', 'prj_1', 1)).toMatchObject({ version: 2, reason: 'because' });
    store.now = new Date(END);
    await records.expire('rec_1');
    const head = { id: 'rec_1', version: 3, state: 'expired' };
    expect(findRecordChainFault(chainOf('rec_1'), head)).toBeNull();
  });

  it('claim the external id in its project', () => {
    expect(store.appends[0]?.claims).toEqual([{ name: 'prj_1/external_id/42', owner: 'rec_1' }]);
  });

  it('do not find a record of another project, whatever its version', async () => {
    for (const version of [null, 1, 7]) {
      expect(await codeOf(amend('rec_1', 'prj_2', version))).toBe('record.not_found');
      expect(await codeOf(amend('rec_9', 'prj_1', version))).toBe('record.not_found');
    }
  });

  it('are refused on another version than the expected one', async () => {
    expect(await codeOf(amend('rec_1', 'prj_1', 2))).toBe('record.version_conflict');
  });

  it('are refused in a suspended project, except for expiry', async () => {
    copy.suspended = true;
    expect(await codeOf(amend('rec_1', 'prj_1'))).toBe('project.suspended');
    store.now = new Date(END);
    await records.expire('rec_1');
    expect(chainOf('rec_1')[1]?.content.type).toBe('service.record.expired');
  });

  it('wait for the version of the authority that the record already names', async () => {
    copy.version = 5;
    await amend('rec_1', 'prj_1');
    await amend('rec_1', 'prj_1');
    expect(copy.asked).toEqual([0, 2, 5]);
  });

  it('are decided again on the version of the authority that an append found', async () => {
    store.conflicts.push({ kind: 'version', stream_id: 'aut_1', actual: 3 });
    await amend('rec_1', 'prj_1');
    expect(copy.asked).toEqual([0, 2, 3]);
  });

  it('never expire a record that another register meets', async () => {
    store.now = new Date(END);
    expect(await codeOf(register('rec_1', 'prj_2'))).toBe('record.already_exists');
    expect(chainOf('rec_1')).toHaveLength(1);
  });
});

describe('a succession', () => {
  it('depends on the version of the successor', async () => {
    const successor = newId('record');
    await register(successor, 'prj_1');
    await amend(successor, 'prj_1');
    expect(await supersede('rec_1', 'prj_1', successor)).toMatchObject({
      state: 'superseded',
      successor_id: successor,
    });
    expect(store.appends.at(-1)).toMatchObject({
      streams: [{ stream_id: 'rec_1', expected: 1 }],
      asserted: [
        { log: 'credential_authority', stream_id: 'aut_1', expected: 2 },
        byKey,
        { stream_id: successor, expected: 2 },
      ],
    });
  });

  it('does not find a successor of an authority that the caller may not access', async () => {
    await register('rec_2', 'prj_1');
    expect(await codeOf(supersede('rec_1', 'prj_1', 'rec_2', ['aut_9']))).toBe('record.successor_invalid');
    expect(await supersede('rec_1', 'prj_1', 'rec_2', ['aut_9', 'aut_1'])).toMatchObject({ version: 2 });
  });

  it('does not find a successor in another project', async () => {
    await register('rec_2', 'prj_2');
    expect(await codeOf(supersede('rec_1', 'prj_1', 'rec_2'))).toBe('record.successor_invalid');
  });
});

describe('the metadata of a record', () => {
  const noted = () => store.appends.at(-1)?.metadata;

  it('are appended with its registration, and are no part of it', async () => {
    expect(store.appends[0]?.metadata).toBeNull();
    const registered = await register('rec_2', 'prj_1', null, { team: 'checkout' });
    expect(noted()).toMatchObject({
      subject_id: 'rec_2',
      version: 1,
      pairs: { prj_1: { team: 'checkout' } },
    });
    expect(JSON.stringify([registered, chainOf('rec_2'), store.appends.at(-1)?.events])).not.toContain(
      'checkout',
    );
  });

  it('change without an event, and leave the record as it is', async () => {
    await update('rec_1', 'prj_1', { team: 'checkout', env: 'live' });
    const updated = await update('rec_1', 'prj_1', { env: null }, 1);
    expect(updated).toMatchObject({ id: 'rec_1', version: 1, state: 'active' });
    expect(updated).not.toHaveProperty('metadata');
    expect(noted()).toMatchObject({ version: 2, pairs: { prj_1: { team: 'checkout' } } });
    expect(store.appends.at(-1)).toMatchObject({
      streams: [],
      asserted: [{ stream_id: 'rec_1', expected: 1 }],
      events: [],
    });
    const count = store.appends.length;
    await update('rec_1', 'prj_1', { team: 'checkout' });
    expect(store.appends).toHaveLength(count);
  });

  it('change of a record that is due, which does not expire by that', async () => {
    store.now = new Date(END);
    await update('rec_1', 'prj_1', { team: 'checkout' });
    expect(chainOf('rec_1')).toHaveLength(1);
  });

  it('change only in the record’s active project, at the expected version', async () => {
    expect(await codeOf(update('rec_1', 'prj_2', null))).toBe('record.not_found');
    expect(await codeOf(update('rec_9', 'prj_1', null))).toBe('record.not_found');
    expect(await codeOf(update('rec_1', 'prj_1', null, 2))).toBe('record.version_conflict');
    copy.suspended = true;
    expect(await codeOf(update('rec_1', 'prj_1', null))).toBe('project.suspended');
  });
});
