import { describe, expect, it } from '@jest/globals';
import { givenFor } from './given.js';

class Refusal extends Error {
  constructor(
    readonly code: string,
    readonly extras: object = {},
  ) {
    super(code);
  }
}

type Command = 'open' | 'close' | 'break' | 'close and refuse';

const facts = { since: 'ever' };

const given = givenFor({
  evolve: (_door: string | null, event: string) => event,
  decide(door: string | null, command: Command, { since }: typeof facts) {
    switch (command) {
      case 'open':
        return ['opened'];
      case 'close':
        if (door !== 'opened') throw new Refusal('door.closed', { since });
        return ['closed'];
      case 'close and refuse':
        return { events: ['closed'], refusal: new Refusal('door.refused') };
      case 'break':
        throw new TypeError('a fault');
    }
  },
});

describe('given, when, then', () => {
  it('accepts the expected happenings', () => {
    given().when('open', facts).then('opened');
    given('opened').when('close', facts).then('closed');
    given('opened', 'closed').when('close', facts).fails('door.closed');
    given().when('close', facts).fails('door.closed', { since: 'ever' });
    given('opened').when('close and refuse', facts).thenFails(['closed'], 'door.refused');
  });

  it('fails on other happenings', () => {
    expect(() => given().when('open', facts).then('closed')).toThrow();
    expect(() => given().when('open', facts).then([])).toThrow();
    expect(() => given('opened').when('close and refuse', facts).thenFails([], 'door.refused')).toThrow();
  });

  it('fails on an unexpected refusal, another refusal, or a missing one', () => {
    expect(() => given().when('close', facts).then([])).toThrow('door.closed');
    expect(() => given().when('close', facts).fails('door.broken')).toThrow();
    expect(() => given().when('close', facts).fails('door.closed', { since: 'now' })).toThrow();
    expect(() => given().when('open', facts).fails('door.closed')).toThrow('nothing was refused');
    expect(() => given('opened').when('close and refuse', facts).then('closed')).toThrow('door.refused');
    expect(() =>
      given('opened').when('close and refuse', facts).thenFails(['closed'], 'door.closed'),
    ).toThrow();
  });

  it('fails where something happens beside a refusal that was expected alone', () => {
    expect(() => given('opened').when('close and refuse', facts).fails('door.refused')).toThrow();
  });

  it('shows an error of the decider unchanged', () => {
    expect(() => given().when('break', facts).fails('a fault')).toThrow(TypeError);
  });
});
