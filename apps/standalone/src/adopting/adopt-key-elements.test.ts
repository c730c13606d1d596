import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { EventStore, linkElements, readPublishedKeys } from '@service/event-store';
import { SigningKey, keySubjectId, type KeyEvent } from '@service/evidence';
import { readEventAuthentications } from '@service/messaging';
import { createLogger } from '@service/platform/logging';
import { loadSettings, type Settings } from '@service/platform/settings';
import { readSigningKeys } from '@service/platform/signing-keys';
import { migrate } from '../migrations.js';
import { startOwnedDatabase, type OwnedDatabase } from '../testing/owned-database.js';
import { adoptKeyElements } from './adopt-key-elements.js';
import { adoptOldEvents } from './adopt-old-events.js';

const LOG = 'credential_authority';
const AT = '2026-11-22T03:00:00.000Z';

let owned: OwnedDatabase;
let directory: string;
let settings: Settings;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'adopting-keys-'));
  settings = loadSettings({ DATA_DIR: directory });
  owned = await startOwnedDatabase();
  await migrate(owned.database);
  await adoptOldEvents(owned.database, settings);
});
afterEach(async () => {
  await owned.stop();
  await rm(directory, { recursive: true });
});

/** Publishes a key without a code, as release 0.1.0 did and as a forger does. */
async function publish(key: SigningKey, signer: SigningKey): Promise<void> {
  const event: KeyEvent = {
    type: 'service.key.published',
    occurred_at: AT,
    purpose: key.purpose as KeyEvent['purpose'],
    public_key: key.publicKey,
    state: 'active',
    cause: null,
    invalid_since: null,
  };
  const streamId = keySubjectId(key.keyId);
  const subject = { streamId, members: { key_id: key.keyId } };
  const nothing = { events: [], version: 0, readAt: new Date(0) };
  const linked = linkElements(nothing, subject, { log: 'log', key: signer }, [{ event, reason: null }]);
  await new EventStore(owned.superuser.pool, LOG).append({
    streams: [{ stream_id: streamId, expected: 0 }],
    events: linked.map(({ newEvent }) => newEvent),
    claims: [],
  });
}

/** The ids of the keys that readers take for published. */
async function known(): Promise<string[]> {
  const options = { settings, environment: 'development', logger: createLogger('silent') } as const;
  const { credential_authority } = await readEventAuthentications(options);
  return [...(await readPublishedKeys(owned.superuser.pool, LOG, credential_authority)).keys()].sort();
}

describe('elements of keys without codes', () => {
  it('are adopted once where the file of the signing keys vouches for them', async () => {
    const ring = await readSigningKeys(settings, 'development');
    const own = [ring.newest('provenance'), ring.newest('answer')];
    for (const key of own) await publish(key, ring.newest('provenance'));
    const [forged, later] = [1, 2].map(() => SigningKey.generate('provenance', AT)) as [
      SigningKey,
      SigningKey,
    ];
    await publish(forged, forged);
    expect(await known()).toEqual([]);
    expect(await adoptKeyElements(owned.database, settings)).toBe(2);
    expect(await known()).toEqual(own.map(({ keyId }) => keyId).sort());
    // A key of the service that was stolen signs another one.
    await publish(later, ring.newest('provenance'));
    expect(await adoptKeyElements(owned.database, settings)).toBe(0);
    expect(await known()).toEqual(own.map(({ keyId }) => keyId).sort());
    const change = `UPDATE ${LOG}.events SET type = 'x'`;
    await expect(owned.as('owner', change)).rejects.toThrow('append-only');
  });

  it('are adopted at the operator’s word, whoever signed them', async () => {
    expect(await adoptKeyElements(owned.database, settings)).toBe(0);
    const retired = SigningKey.generate('provenance', AT);
    await publish(retired, retired);
    expect(await adoptKeyElements(owned.database, settings)).toBe(0);
    expect(await adoptKeyElements(owned.database, settings, true)).toBe(1);
    expect(await known()).toEqual([retired.keyId]);
  });
});
