import { describe, expect, it } from '@jest/globals';
import type { KeyEvent } from '@service/evidence';
import { decide as decideAt, type KeyCommand } from './key.decider.js';

const now = new Date('2026-11-21T12:00:00.000Z');
const public_key = '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo';
const published: KeyEvent = {
  type: 'service.key.published',
  occurred_at: '2026-11-21T03:00:00.000Z',
  purpose: 'provenance',
  public_key,
  state: 'active',
  cause: null,
  invalid_since: null,
  invalid_from_size: null,
};
const revoked: KeyEvent = { ...published, type: 'service.key.revoked', state: 'revoked', cause: 'ceased' };

const publish: KeyCommand = { type: 'key.publish', purpose: 'provenance', public_key };
const FROM_NOW = { invalid_since: null, invalid_from_size: null };
const revoke = { type: 'key.revoke', reason: 'because', cause: 'ceased', ...FROM_NOW } as const;
const compromise = { ...revoke, cause: 'key_compromise' } as const;

const decide = (key: KeyEvent | null, command: KeyCommand) => decideAt(key, command, { now, size: 40 });

describe('a published key', () => {
  it('is published once, whatever its state', () => {
    const event = { ...published, occurred_at: now.toISOString() };
    expect(decide(null, publish)).toEqual({ events: [{ event, reason: null }], refusal: null });
    for (const key of [published, revoked]) {
      expect(decide(key, publish)).toEqual({ events: [], refusal: null });
    }
  });

  it('has one purpose forever', () => {
    expect(decide(published, { ...publish, purpose: 'answer' })).toEqual({
      events: [],
      refusal: 'It was published for provenance before.',
    });
  });
});

describe('a revoked key', () => {
  const eventOf = (command: KeyCommand, at = now) =>
    decideAt(published, command, { now: at, size: 40 }).events[0]?.event;

  it('has a reason and a cause', () => {
    const event = { ...revoked, occurred_at: now.toISOString() };
    expect(decide(published, revoke)).toEqual({ events: [{ event, reason: 'because' }], refusal: null });
  });

  it.each<[string | null, number | null, string, number]>([
    [null, null, '2026-11-21T12:00:00.000Z', 40],
    ['2026-11-21T12:00:00.000Z', 40, '2026-11-21T12:00:00.000Z', 40],
    ['2020-01-01T00:00:00.000Z', 0, '2020-01-01T00:00:00.000Z', 0],
  ])('for a compromise since %s and size %s invalidates since %s and size %s', (since, size, at, from) => {
    expect(eventOf({ ...compromise, invalid_since: since, invalid_from_size: size })).toMatchObject({
      cause: 'key_compromise',
      invalid_since: at,
      invalid_from_size: from,
    });
  });

  it('is never revoked before it was published, even where the clock was set back', () => {
    expect(eventOf(compromise, new Date(0))).toMatchObject({
      occurred_at: published.occurred_at,
      invalid_since: published.occurred_at,
    });
  });

  it.each<[string, KeyEvent | null, KeyCommand, string]>([
    ['that was never published', null, revoke, 'It was never published.'],
    ['that is revoked', revoked, compromise, 'It is revoked already.'],
    [
      'back in time without a compromise',
      published,
      { ...revoke, invalid_since: '2020-01-01T00:00:00.000Z', invalid_from_size: 7 },
      'invalid_since is allowed with the cause key_compromise only.',
    ],
    [
      'from the future on',
      published,
      { ...compromise, invalid_since: '2026-11-21T12:00:00.001Z', invalid_from_size: 7 },
      'invalid_since must not lie in the future.',
    ],
    [
      'from no moment on',
      published,
      { ...compromise, invalid_since: 'yesterday', invalid_from_size: 7 },
      'invalid_since must be a UTC moment with milliseconds.',
    ],
    [
      'from a time on without a size',
      published,
      { ...compromise, invalid_since: '2020-01-01T00:00:00.000Z' },
      'invalid_since and the tree size from which it is invalid belong together.',
    ],
    [
      'from a size on that the log does not have',
      published,
      { ...compromise, invalid_since: '2020-01-01T00:00:00.000Z', invalid_from_size: 41 },
      'The log has no more than 40 entries.',
    ],
  ])('cannot be revoked %s', (_, key, command, refusal) => {
    expect(decide(key, command)).toEqual({ events: [], refusal });
  });
});
