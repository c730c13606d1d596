import { beforeEach, describe, expect, it } from '@jest/globals';
import type { CredentialEvent } from '@service/contracts';
import type { RecordedEvent } from '@service/event-store';
import { DAY } from '@service/platform/days';
import { Directory } from './directory.js';

const ISSUED = Date.parse('2026-11-01T00:00:00.000Z');
const ENDED = Date.parse('2026-11-21T12:00:00.000Z');

let now: number;
let directory: Directory;
const versions = new Map<string, number>();
beforeEach(() => {
  now = ENDED;
  versions.clear();
  directory = new Directory(undefined, () => now);
});

function happened(id: string, event: CredentialEvent): void {
  const version = (versions.get(id) ?? 0) + 1;
  versions.set(id, version);
  const recorded = { stream_id: id, type: event.type, version, element: null, data: event, companion: null };
  directory.take(recorded as RecordedEvent);
}

const issue = (id: string) =>
  happened(id, {
    type: 'service.credential.issued',
    credential_id: id,
    project_id: 'prj_1',
    name: 'A credential',
    capabilities: ['verify'],
    expires_at: null,
    authorities: null,
    allowed_ips: null,
    rate_limit: null,
    metadata: { note: 'long' },
    secret: {
      format: 'bound/v1',
      kind: 'standard',
      key_id: `key of ${id}`,
      hmac: 'aa',
      pepper_id: 'pepper',
    },
    issued_by: null,
    occurred_at: new Date(ISSUED).toISOString(),
  });
const end = (id: string, type: 'revoked' | 'expired') => {
  const occurred_at = new Date(ENDED).toISOString();
  happened(
    id,
    type === 'revoked'
      ? { type: 'service.credential.revoked', reason: 'lost', occurred_at }
      : { type: 'service.credential.expired', occurred_at },
  );
};
const secretOf = (id: string) => directory.secretOf(`key of ${id}`)?.credential;

describe.each(['revoked', 'expired'] as const)('a credential that is %s', (state) => {
  beforeEach(() => {
    issue('crd_1');
    end('crd_1', state);
  });

  it('is known by its secret, so that its token is answered with that state', () => {
    expect(secretOf('crd_1')).toMatchObject({ id: 'crd_1', state });
  });

  it('takes no memory for its metadata', () => {
    expect(directory.credential('crd_1')).toMatchObject({ state, version: 2, metadata: {} });
  });

  it('is forgotten with its secret after thirty days, and no other is', () => {
    issue('crd_2');
    now = ENDED + 30 * DAY - 1;
    issue('crd_3');
    expect(secretOf('crd_1')).toBeDefined();
    now += 1;
    issue('crd_4');
    expect([secretOf('crd_1'), directory.credential('crd_1')]).toEqual([undefined, undefined]);
    for (const id of ['crd_2', 'crd_3', 'crd_4']) {
      expect(secretOf(id)).toMatchObject({ id, state: 'active', metadata: { note: 'long' } });
    }
  });

  it('that ended long ago is not loaded at a start', () => {
    now = ENDED + 400 * DAY;
    directory.clear();
    versions.clear();
    issue('crd_1');
    end('crd_1', state);
    expect([...directory.allCredentials()]).toEqual([]);
  });
});
