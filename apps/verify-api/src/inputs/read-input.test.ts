import { describe, expect, it } from '@jest/globals';
import { MOST_DETAILS } from '@service/contracts';
import { ValidateBy } from 'class-validator';
import { BodyPipe } from '../http/body.pipe.js';
import { ObjectsMember, TextMember } from './members.js';
import { readInput } from './read-input.js';

let validated = 0;
const Counted = () => ValidateBy({ name: 'isCounted', validator: { validate: () => (validated += 1) > 0 } });

class Item {
  @TextMember({ description: '', optional: true })
  @Counted()
  text?: string;
}

class Base {
  @TextMember({ description: '', optional: true })
  reason: string = 'none';
}

class Input extends Base {
  @ObjectsMember(Item, 3)
  items!: Item[];
}

const UNKNOWN = 'is not a member of this request';
const unknownMembers = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`m${index}`, index]));
const refusalOf = (body: object) =>
  new BodyPipe().transform(Buffer.from(JSON.stringify(body)), { type: 'body', metatype: Input }).then(
    () => [],
    ({ extras }: { extras: { details: { field: string; issue: string }[] } }) => extras.details,
  );

describe('an input', () => {
  it('has the members of its class and of those above, and their defaults', () => {
    const { instance, problems } = readInput(Input, { items: [{ text: 'a' }] });
    expect(instance).toBeInstanceOf(Input);
    expect(instance).toEqual({ reason: 'none', items: [{ text: 'a' }] });
    expect((instance as Input).items[0]).toBeInstanceOf(Item);
    expect(problems).toEqual([]);
  });

  it('has no other members, not even those that every object inherits', () => {
    const { instance, problems } = readInput(Input, { toString: 1, items: [{ valueOf: 1 }] });
    expect(Object.keys(instance).sort()).toEqual(['items', 'reason']);
    expect(problems.map(({ field, issue }) => [field, issue])).toEqual([
      ['toString', UNKNOWN],
      ['items[0].valueOf', UNKNOWN],
    ]);
  });

  it.each([null, 1, 'a', true, [], [{}]])('has no item %j', async (item) => {
    const issue = expect.stringMatching(/must be (an object$|either object)/);
    expect(await refusalOf({ items: [{}, item] })).toEqual([{ field: 'items[1]', issue }]);
  });

  it('is refused for its unknown members and its wrong ones together', async () => {
    const details = await refusalOf({ other: 1, reason: 2, items: [{ text: '', more: 1 }] });
    expect(details.map(({ field }) => field).sort()).toEqual([
      'items[0].more',
      'items[0].text',
      'other',
      'reason',
    ]);
  });

  it('never has its undescribed values looked into', () => {
    const refuse = () => {
      throw new Error('It was looked into.');
    };
    const closed = new Proxy({}, { ownKeys: refuse, get: refuse });
    const { instance } = readInput(Input, { reason: closed, other: closed, items: closed });
    expect((instance as Input).reason).toBe(closed);
  });
});

describe('an input with too much in it', () => {
  it.each([
    ['members', unknownMembers(1_000)],
    ['members of an item', { items: [unknownMembers(1_000)] }],
    ['members of many items', { items: [unknownMembers(15), unknownMembers(15)] }],
    ['items', { items: Array.from({ length: 1_000 }, () => ({ text: 'a', more: 1 })) }],
    ['items, and has unknown members', { ...unknownMembers(5), items: Array(1_000).fill({ text: 'a' }) }],
  ])('is refused before validation for too many %s', async (_, body) => {
    validated = 0;
    const details = await refusalOf(body);
    expect(details.length).toBeGreaterThan(0);
    expect(details.length).toBeLessThanOrEqual(MOST_DETAILS);
    expect(validated).toBe(0);
  });

  it('is looked at no further than an error tells', () => {
    let read = 0;
    const body = new Proxy(unknownMembers(1_000), {
      get: (target, name) => {
        read += 1;
        return Reflect.get(target, name) as unknown;
      },
    });
    expect(() => readInput(Input, body)).toThrow(expect.objectContaining({ code: 'request.invalid' }));
    expect(read).toBeLessThanOrEqual(MOST_DETAILS);
  });

  it('is named by the first letters of a long name', async () => {
    const [detail] = await refusalOf({ ['😀'.repeat(30_000)]: 1 });
    expect(detail?.issue).toBe(UNKNOWN);
    expect(detail?.field.length).toBeLessThan(300);
    expect(detail?.field.isWellFormed()).toBe(true);
  });
});
