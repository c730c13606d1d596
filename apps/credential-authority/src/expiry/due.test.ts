import { describe, expect, it } from '@jest/globals';
import type { CredentialEvent, ProjectEvent, StoredSecret } from '@service/contracts';
import type { RecordedEvent } from '@service/event-store';
import type { AuthorityElementContent, AuthorityState } from '@service/evidence';
import { dueOf } from './due.js';

const end = '2027-01-01T00:00:00.000Z';
const occurred_at = '2026-11-21T03:00:00.000Z';
const subject_id = 'subject';

const recorded = (type: string, body: Pick<RecordedEvent, 'element' | 'data'>): RecordedEvent =>
  ({ ...body, type, stream_id: subject_id, version: 1 }) as RecordedEvent;
const dataEvent = (event: CredentialEvent | ProjectEvent) =>
  recorded(event.type, { element: null, data: event });

describe('when an authority expires', () => {
  it.each<[AuthorityElementContent['type'], AuthorityState, string | null]>([
    ['service.authority.granted', 'active', end],
    ['service.authority.renewed', 'active', end],
    ['service.authority.renewed', 'suspended', end],
    ['service.authority.scope_changed', 'active', end],
    ['service.authority.suspended', 'suspended', end],
    ['service.authority.reinstated', 'active', end],
    ['service.authority.expired', 'expired', null],
    ['service.authority.revoked', 'revoked', null],
  ])('%s, which leaves it %s: %s', (type, state, due_at) => {
    const element = JSON.stringify({ type, state, valid_until: end, authority_id: subject_id, sequence: 1 });
    expect(dueOf(recorded(type, { element, data: null }))).toEqual({ subject_id, due_at });
  });

  it('is unknown for a row that was changed in the database', () => {
    const element = JSON.stringify({ state: 'active', valid_until: end, authority_id: 'aut_2', sequence: 1 });
    expect(dueOf(recorded('service.authority.granted', { element, data: null }))).toBeNull();
  });
});

describe('when a credential expires', () => {
  const secret: StoredSecret = {
    format: 'bound/v1',
    kind: 'standard',
    key_id: 'key',
    hmac: 'hmac',
    pepper_id: 'pepper',
  };
  const issued = (expires_at: string | null) =>
    dataEvent({
      type: 'service.credential.issued',
      credential_id: subject_id,
      project_id: 'prj_1',
      name: 'Importer',
      capabilities: ['read'],
      expires_at,
      authorities: null,
      allowed_ips: null,
      rate_limit: null,
      metadata: {},
      secret,
      issued_by: null,
      occurred_at,
    });

  it('is set by its issue, and removed by its end', () => {
    expect(dueOf(issued(end))).toEqual({ subject_id, due_at: end });
    const expired = dataEvent({ type: 'service.credential.expired', occurred_at });
    expect(dueOf(expired)).toEqual({ subject_id, due_at: null });
    const revoked = dataEvent({ type: 'service.credential.revoked', reason: 'leaked', occurred_at });
    expect(dueOf(revoked)).toEqual({ subject_id, due_at: null });
  });

  it('is not changed by a rotation, and not set by an issue without an expiry', () => {
    expect(dueOf(issued(null))).toBeNull();
    const rotated = dataEvent({
      type: 'service.credential.rotated',
      secret,
      overlap_ends_at: end,
      occurred_at,
    });
    expect(dueOf(rotated)).toBeNull();
  });
});

describe('a project', () => {
  it('never expires', () => {
    const suspended = dataEvent({ type: 'service.project.suspended', reason: 'unpaid', occurred_at });
    expect(dueOf(suspended)).toBeNull();
  });
});
