import { describe, expect, it } from '@jest/globals';
import type { CredentialEvent } from '@service/contracts';
import { givenFor } from '@service/testing';
import { credentialAfter as after, issued, issuedAt, secret } from '../testing/sample-credential.js';
import { decide, evolve } from './credential.decider.js';

const given = givenFor({ decide, evolve });

const now = new Date('2026-11-21T12:00:00.000Z');
const occurred_at = now.toISOString();
const rotated: CredentialEvent = {
  type: 'service.credential.rotated',
  secret: secret('second'),
  overlap_until: '2026-11-22T03:00:00.000Z',
  occurred_at: issuedAt,
};
const update = { type: 'credential.update', name: 'Checkout', now } as const;
const updated: CredentialEvent = {
  type: 'service.credential.updated',
  name: 'Checkout',
  metadata: {},
  occurred_at,
};

describe('an update', () => {
  it('keeps what it does not name', () => {
    const metadata = { team: 'checkout' };
    given(issued)
      .when({ type: 'credential.update', metadata, now })
      .then([{ ...updated, name: 'Importer', metadata }]);
    given({ ...issued, metadata })
      .when(update)
      .then([{ ...updated, metadata }]);
  });

  it('that changes nothing is no version of its own', () => {
    const metadata = { team: 'checkout', stage: 'live' };
    given({ ...issued, metadata })
      .when({
        type: 'credential.update',
        name: 'Importer',
        metadata: { stage: 'live', team: 'checkout' },
        now,
      })
      .then([]);
  });

  it('touches nothing else', () => {
    const before = after(issued, rotated);
    expect(evolve(before, updated)).toEqual({
      ...before,
      name: 'Checkout',
      version: 3,
      updated_at: occurred_at,
    });
  });

  it('is held to the same bounds as an issue', () => {
    given(issued)
      .when({ ...update, name: '' })
      .fails('request.invalid');
    given(issued)
      .when({ ...update, metadata: { key: 'x'.repeat(501) } })
      .fails('request.invalid');
  });
});
