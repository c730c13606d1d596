import { beforeEach, describe, expect, it } from '@jest/globals';
import { NamedBuckets } from '../../../admission/limits/named-buckets.js';
import { LocalBuckets } from '../../../admission/limits/create-limits.js';
import { AttemptLimits, type AskingClient } from './attempt-limits.js';

let limits: AttemptLimits;

beforeEach(() => {
  const buckets = new NamedBuckets(new LocalBuckets());
  limits = new AttemptLimits({ takeFor: (key, rule, now) => buckets.take(key, rule, now) }, () => 0);
});

const stranger = (address: string): AskingClient => ({ address, device: null });
const own: AskingClient = { address: '192.0.2.1', device: 'opr_1' };
const tries = (client: AskingClient, account: string, operatorId: string | null): boolean => {
  try {
    limits.takePassword(client, account, operatorId);
    return true;
  } catch {
    return false;
  }
};
const count = (most: number, attempt: (index: number) => boolean): number =>
  Array.from({ length: most }, (_, index) => attempt(index)).filter(Boolean).length;

describe('the attempts to sign in', () => {
  it('are few for one account from one network, however it is written', () => {
    expect(
      count(8, (index) => tries(stranger('192.0.2.1'), index % 2 ? 'A@b.example' : ' a@B.example', null)),
    ).toBe(6);
    expect(tries(stranger('192.0.2.1'), 'other@b.example', null)).toBe(true);
    expect(tries(stranger('192.0.2.2'), 'a@b.example', null)).toBe(true);
  });

  it('are few for many accounts from one network', () => {
    expect(count(20, (index) => tries(stranger('2001:db8::1'), `${index}@b.example`, null))).toBe(10);
    expect(tries(stranger('2001:db8::2'), 'a@b.example', null)).toBe(false);
    expect(tries(stranger('2001:db8:0:1::1'), 'a@b.example', null)).toBe(true);
  });

  it('are few for one account from everywhere, and lock nobody out of a browser of its own', () => {
    expect(count(100, (index) => tries(stranger(`192.0.2.${index}`), 'a@b.example', 'opr_1'))).toBe(60);
    expect(tries(own, 'a@b.example', 'opr_1')).toBe(true);
    expect(tries({ ...own, device: 'opr_2' }, 'a@b.example', 'opr_1')).toBe(false);
  });

  it('are few in such a browser too', () => {
    expect(count(20, () => tries(own, 'a@b.example', 'opr_1'))).toBe(10);
  });

  it('do not use up the requests of others in the same network', () => {
    const ask = (client: AskingClient) => () => limits.takeRequest(client);
    for (let index = 0; index < 200; index += 1) ask(stranger('192.0.2.1'))();
    expect(ask(stranger('192.0.2.1'))).toThrow(expect.objectContaining({ code: 'rate.limited' }));
    expect(ask(own)).not.toThrow();
  });
});
