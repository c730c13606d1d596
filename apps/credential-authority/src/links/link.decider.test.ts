import { describe, expect, it } from '@jest/globals';
import { type CreateLink, type LinkEvent, type LinkSnapshot } from '@service/contracts';
import { decide, evolve, type LinkCommand, type LinkFacts } from './link.decider.js';

const now = new Date('2026-11-21T12:00:00.000Z');
const before = '2026-11-21T11:00:00.000Z';
const terms: CreateLink = {
  record_id: 'rec_1',
  authority_id: 'aut_1',
  shows: ['issuer'],
  proof: 'history',
  expires_at: '2026-11-22T12:00:00.000Z',
  secret: { hmac: 'a'.repeat(64), pepper_id: 'b'.repeat(16) },
};
const facts: LinkFacts = {
  now,
  link_id: 'lnk_1',
  project_id: 'prj_1',
  created_by: 'crd_1',
  has_room: true,
};
const created: LinkEvent = {
  type: 'service.link.created',
  link_id: 'lnk_1',
  project_id: 'prj_1',
  created_by: 'crd_1',
  occurred_at: before,
  ...terms,
};
const revoke: LinkCommand = { type: 'link.revoke', payload: { reason: 'Done.' } };
const create = (members: Partial<CreateLink> = {}): LinkCommand => ({
  type: 'link.create',
  payload: { ...terms, ...members },
});
const after = (...events: LinkEvent[]) => events.reduce<LinkSnapshot | null>(evolve, null);
const ended: LinkEvent[] = [
  { type: 'service.link.revoked', reason: 'Done.', occurred_at: before },
  { type: 'service.link.expired', occurred_at: before },
];

describe('a link', () => {
  it('is created, with its terms, and revoked', () => {
    expect(decide(null, create(), facts)).toEqual([{ ...created, occurred_at: now.toISOString() }]);
    expect(decide(after(created), revoke, facts)).toMatchObject([
      { type: 'service.link.revoked', reason: 'Done.' },
    ]);
  });

  it.each(ended)('stays as it is once it has ended by $type', (end) => {
    expect(decide(after(created, end), revoke, facts)).toEqual([]);
    expect(decide(after(created, end), { type: 'link.expire' }, facts)).toEqual([]);
  });

  it('expires when it is due, and not before', () => {
    const due = { ...facts, now: new Date(String(terms.expires_at)) };
    expect(decide(after(created), { type: 'link.expire' }, facts)).toEqual([]);
    for (const command of [revoke, { type: 'link.expire' } as const]) {
      expect(decide(after(created), command, due)).toMatchObject([{ type: 'service.link.expired' }]);
    }
  });

  it('of another project does not exist', () => {
    expect(() => decide(after(created), revoke, { ...facts, project_id: 'prj_2' })).toThrow('No such link');
    expect(() => decide(null, revoke, facts)).toThrow('No such link');
  });

  it.each<[string, Partial<CreateLink>]>([
    ['a secret in the clear', { secret: { hmac: 'secret', pepper_id: 'b'.repeat(16) } }],
    ['an unknown proof', { proof: 'everything' as never }],
    ['a repeated part', { shows: ['issuer', 'issuer'] }],
    ['an end that has passed', { expires_at: before }],
  ])('is not created with %s', (_, members) => {
    expect(() => decide(null, create(members), facts)).toThrow(
      expect.objectContaining({ code: 'request.invalid' }),
    );
  });

  it('is not created where its record has no room', () => {
    expect(() => decide(null, create(), { ...facts, has_room: false })).toThrow(
      expect.objectContaining({ code: 'link.limit_reached' }),
    );
  });
});
