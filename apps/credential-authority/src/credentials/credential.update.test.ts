import { describe, expect, it } from '@jest/globals';
import { Command, CredentialEvent, UpdateCredential } from '@service/contracts';
import { credentialAfter as after, factsAt, issued, given, rotatedTo } from '../testing/sample-credential.js';
import { evolve } from './credential.decider.js';

const now = new Date('2026-11-21T12:00:00.000Z');
const occurred_at = now.toISOString();
const facts = factsAt(now);
const rotated = rotatedTo('second', '2026-11-22T03:00:00.000Z');
const update = (changes: Omit<UpdateCredential, 'expected_version'>): Command<'credential.update'> => ({
  type: 'credential.update',
  payload: { ...changes, expected_version: null },
});
const updated: CredentialEvent = {
  type: 'service.credential.updated',
  name: 'Checkout',
  metadata: {},
  occurred_at,
};

describe('an update', () => {
  it('keeps members that it does not name', () => {
    const metadata = { team: 'checkout' };
    given(issued)
      .when(update({ metadata }), facts)
      .then({ ...updated, name: 'Importer', metadata });
    given({ ...issued, metadata })
      .when(update({ name: 'Checkout' }), facts)
      .then({ ...updated, metadata });
  });

  it('that changes nothing makes no new version', () => {
    const metadata = { team: 'checkout', stage: 'live' };
    given({ ...issued, metadata })
      .when(update({ name: 'Importer', metadata: { stage: 'live', team: 'checkout' } }), facts)
      .then([]);
  });

  it('merges metadata: null takes a pair away, and in place of all every pair', () => {
    const noted = { ...issued, metadata: { team: 'checkout', stage: 'live' } };
    const rest = { ...updated, name: 'Importer' };
    given(noted)
      .when(update({ metadata: { stage: null, ticket: 'T-1' } }), facts)
      .then({ ...rest, metadata: { team: 'checkout', ticket: 'T-1' } });
    given(noted)
      .when(update({ metadata: null }), facts)
      .then({ ...rest, metadata: {} });
    given(noted)
      .when(update({ metadata: { other: null } }), facts)
      .then([]);
  });

  it('that leaves too many pairs is refused, however few it names', () => {
    const full = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`k${at}`, 'v']));
    given({ ...issued, metadata: full })
      .when(update({ metadata: { other: 'v' } }), facts)
      .fails('request.invalid');
  });

  it('changes nothing else', () => {
    const before = after(issued, rotated);
    expect(evolve(before, updated)).toEqual({
      ...before,
      name: 'Checkout',
      version: 3,
      updated_at: occurred_at,
    });
  });

  it('has the same limits as an issue', () => {
    given(issued)
      .when(update({ name: '' }), facts)
      .fails('request.invalid');
    given(issued)
      .when(update({ name: 'Checkout', metadata: { key: 'x'.repeat(501) } }), facts)
      .fails('request.invalid');
  });
});
