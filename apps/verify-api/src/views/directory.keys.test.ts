import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  EventAuthentication,
  linkElements,
  type LoadedStream,
  type RecordedEvent,
} from '@service/event-store';
import { SigningKey, keySubjectId, type KeyEvent } from '@service/evidence';
import { AuthenticationKey, AuthenticationKeys } from '@service/platform/authentication-keys';
import { Directory } from './directory.js';

const key = SigningKey.generate('provenance', '2026-11-21T12:00:00.000Z');
const newKey = () => AuthenticationKey.parse(randomBytes(32).toString('base64')) as AuthenticationKey;
const published: KeyEvent = {
  type: 'service.key.published',
  occurred_at: '2026-11-21T12:00:00.000Z',
  purpose: 'provenance',
  public_key: key.publicKey,
  state: 'active',
  cause: null,
  invalid_since: null,
  invalid_from_size: null,
};
const revoked: KeyEvent = {
  ...published,
  type: 'service.key.revoked',
  state: 'revoked',
  cause: 'key_compromise',
  invalid_since: published.occurred_at,
  invalid_from_size: 1,
};

/** The recorded events of a stream. */
function eventsOf(keyId: string, ...happened: KeyEvent[]): RecordedEvent[] {
  const empty: LoadedStream = { events: [], version: 0, readAt: new Date(0) };
  const subject = { streamId: keySubjectId(keyId), members: { key_id: keyId } };
  const decided = happened.map((event) => ({
    event,
    reason: event.type === 'service.key.revoked' ? 'leaked' : null,
  }));
  return linkElements(empty, subject, { log: 'log', key }, decided).map(({ newEvent }, index) => ({
    ...newEvent,
    version: index + 1,
    position: { epoch: 1, tx: '1', pos: String(index) },
  }));
}

let directory: Directory;
const take = (events: RecordedEvent[]) => {
  for (const event of events) directory.take(event);
};
beforeEach(() => {
  directory = new Directory();
});

describe('a key in the directory', () => {
  it('is found by its id, with all of its elements and their signatures', () => {
    take(eventsOf(key.keyId, published, revoked));
    const known = directory.key(key.keyId);
    expect(known?.snapshot).toMatchObject({
      key_id: key.keyId,
      purpose: 'provenance',
      public_key: key.publicKey,
      state: 'revoked',
      version: 2,
      invalid_since: published.occurred_at,
      published_at: published.occurred_at,
      revoked_at: revoked.occurred_at,
    });
    expect(known?.elements.map(({ signature }) => signature?.key_id)).toEqual([key.keyId, key.keyId]);
    directory.clear();
    expect(directory.key(key.keyId)).toBeUndefined();
  });

  it('is not there where it was not published, and is not changed by what does not continue its chain', () => {
    take(eventsOf('another', published));
    take(eventsOf(key.keyId, revoked));
    expect([directory.key('another'), directory.key(key.keyId)]).toEqual([undefined, undefined]);
    take(eventsOf(key.keyId, published, published));
    expect(directory.key(key.keyId)).toMatchObject({
      snapshot: { state: 'active', version: 1 },
      elements: [{}, {}],
    });
  });

  it('is not there where somebody else wrote it, although it signed itself', () => {
    const alarms: unknown[] = [];
    const ofOwner = new EventAuthentication(new AuthenticationKeys([newKey()]), (event) =>
      alarms.push(event),
    );
    const [first, second] = eventsOf(key.keyId, published, revoked) as [RecordedEvent, RecordedEvent];
    directory.take(ofOwner.checked(first));
    expect([directory.key(key.keyId), alarms.length]).toEqual([undefined, 1]);
    directory.take(ofOwner.checked({ ...first, mac: ofOwner.codeOf(first) }));
    // Whoever could revoke a key would make everything that it signed unverified.
    directory.take(ofOwner.checked(second));
    expect(directory.key(key.keyId)?.snapshot).toMatchObject({ state: 'active', version: 1 });
    expect(alarms).toHaveLength(2);
  });

  it('is not an authority', () => {
    take(eventsOf(key.keyId, published));
    expect(directory.authority(keySubjectId(key.keyId))).toBeUndefined();
  });
});
