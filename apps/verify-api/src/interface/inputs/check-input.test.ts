import { describe, expect, it } from '@jest/globals';
import { MOST_DETAILS } from '@service/contracts';
import { ValidateBy } from 'class-validator';
import { parseOptionalBody } from '../../channels/http/json-body.js';
import { change } from '../identified-input.js';
import { checkInput, readInput } from './check-input.js';
import { InvalidItem, type BatchItem } from './invalid-item.js';
import { BatchMember, ChoicesMember, TextMember } from './members.js';
import { MetadataFilterMember } from './metadata.member.js';

let validated = 0;
const Counted = () =>
  ValidateBy({
    name: 'isCounted',
    validator: { validate: () => (validated += 1) > 0, defaultMessage: () => '' },
  });

class Item {
  @TextMember('', { optional: true })
  @Counted()
  text?: string;
}

class Base {
  @TextMember('', { optional: true })
  reason: string = 'none';
}

class Input extends Base {
  @BatchMember(Item, 3)
  items!: (Item | InvalidItem)[];
}

const UNKNOWN = 'is unknown: this request has no such member';
const unknownMembers = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`m${index}`, index]));
type Details = readonly { field: string; issue: string }[];
const read = async (body: object) =>
  checkInput(Input, parseOptionalBody(Buffer.from(JSON.stringify(body)))) as Input;
const refusalOf = (body: object): Promise<Details> =>
  read(body).then(
    () => [],
    ({ extras }: { extras: { details: Details } }) => extras.details,
  );
/** The problems of each item; null for a valid one. */
const itemRefusals = async (items: readonly unknown[]): Promise<(Details | null)[]> =>
  (await read({ items })).items.map((item) =>
    item instanceof InvalidItem ? (item.error.extras.details ?? []) : null,
  );

describe('an input', () => {
  it('has the members of its class and of those above, and their defaults', () => {
    const { instance, problems } = readInput(Input, { items: [{ text: 'a' }] });
    expect(instance).toBeInstanceOf(Input);
    expect(instance).toEqual({ reason: 'none', items: [{ text: 'a' }] });
    expect(problems).toEqual([]);
  });

  it('has no other members, not even those that every object inherits', () => {
    const { instance, problems } = readInput(Input, { toString: 1, valueOf: 2, items: [] });
    expect(Object.keys(instance).sort()).toEqual(['items', 'reason']);
    expect(problems).toEqual([
      { field: 'toString', issue: UNKNOWN },
      { field: 'valueOf', issue: UNKNOWN },
    ]);
  });

  it('is refused for its unknown members and its wrong ones together', async () => {
    const details = await refusalOf({ other: 1, reason: 2, items: [] });
    expect(details).toEqual([
      { field: 'other', issue: UNKNOWN },
      { field: 'items', issue: 'must be a list of 1 to 3 objects' },
      { field: 'reason', issue: 'must be a text that is not empty' },
    ]);
  });

  it('never has its undescribed values looked into', () => {
    const refuse = () => {
      throw new Error('It was looked into.');
    };
    const closed = new Proxy({}, { ownKeys: refuse, get: refuse });
    const { instance } = readInput(Input, { reason: closed, other: closed, items: closed });
    expect(instance['reason']).toBe(closed);
  });
});

describe('a batch', () => {
  it('has items of its class', async () => {
    const { items } = await read({ items: [{ text: 'a' }, {}] });
    expect(items).toEqual([{ text: 'a' }, {}]);
    for (const item of items) expect(item).toBeInstanceOf(Item);
  });

  it.each([null, 1, 'a', true, [], [{}]])('refuses an item %j, and no other', async (item) => {
    expect(await itemRefusals([{}, item])).toEqual([null, [{ field: '', issue: 'must be an object' }]]);
  });

  it('can have ids for items: texts that are not empty', () => {
    class Ids {
      @BatchMember('id')
      ids!: BatchItem<string>[];
    }
    const { ids } = checkInput(Ids, { ids: ['a', 1, '', null, ['a'], 'no id'] }) as Ids;
    const issue = 'must be a text that is not empty';
    expect(ids.map((id) => (id instanceof InvalidItem ? id.error.extras.details : id))).toEqual([
      'a',
      ...Array.from({ length: 4 }, () => [{ field: '', issue }]),
      'no id',
    ]);
  });

  it('refuses an item for its unknown members and its wrong ones together', async () => {
    expect(await itemRefusals([{ text: '', more: 1 }, { text: 'a' }])).toEqual([
      [
        { field: 'more', issue: UNKNOWN },
        { field: 'text', issue: 'must be a text that is not empty' },
      ],
      null,
    ]);
  });

  it('refuses no item for what is wrong with another, however much that is', async () => {
    const [wrong, sound] = await itemRefusals([unknownMembers(1_000), {}]);
    expect(wrong).toHaveLength(MOST_DETAILS);
    expect(sound).toBeNull();
  });

  it('keeps what an invalid item was, in its canonical form', async () => {
    const { items } = await read({ items: [{ text: 1, a: 'é' }, [1.0]] });
    expect(items.map((item) => (item as InvalidItem).text)).toEqual(['{"a":"é","text":1}', '[1]']);
  });

  it.each<[unknown]>([[{}], [[]], [[{}, {}, {}, {}]], ['text'], [null]])(
    'is refused as a whole where it is %j',
    async (items) => {
      const issue = 'must be a list of 1 to 3 objects';
      expect(await refusalOf({ items })).toEqual([{ field: 'items', issue }]);
    },
  );
});

class Chosen {
  @ChoicesMember('These.', { choices: ['a', 'b'] })
  state!: string[];
}

it.each([['b,a'], [['b', 'a']]])(
  'a list of choices, %j, is sorted, so that a cursor fits any order',
  (state) => {
    expect(checkInput(Chosen, { state })).toEqual({ state: ['a', 'b'] });
  },
);

describe('a filter by metadata', () => {
  class Query {
    @MetadataFilterMember('', { optional: true })
    metadata?: Record<string, string>;
  }

  it.each<[unknown, object]>([
    ['team=checkout', { team: 'checkout' }],
    [['team=a=b', 'toString='], { team: 'a=b', toString: '' }],
  ])('is read as an object: %j', (metadata, pairs) => {
    expect(checkInput(Query, { metadata })).toEqual({ metadata: pairs });
  });

  it.each<[unknown]>([
    ['team'],
    ['=x'],
    [['a=x', 'a=y']],
    ['__proto__=x'],
    [`${'k'.repeat(41)}=x`],
    ['a=\n'],
    [{ team: 'checkout' }],
  ])('is refused as %j', (metadata) => {
    const details = [
      { field: 'metadata', issue: expect.stringMatching(/^must be up to 20 pairs key=value/) },
    ];
    expect(() => checkInput(Query, { metadata })).toThrow(
      expect.objectContaining({ code: 'request.invalid', extras: { details } }),
    );
  });
});

describe('an input with too much in it', () => {
  it.each([
    ['members', unknownMembers(1_000)],
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

  it('of an update is refused without a change, however its subject is named', () => {
    const carried = { record_id: 'rec_1', expected_version: 1 };
    class UpdateNote {
      @TextMember('', { optional: true, nullable: true })
      note?: string | null;
    }
    const type = change('record_id', UpdateNote);
    expect(checkInput(type, { note: null }, carried)).toMatchObject({ note: null });
    expect(() => checkInput(type, {}, carried)).toThrow(
      expect.objectContaining({
        extras: { details: [{ field: '', issue: 'must hold at least one of note' }] },
      }),
    );
  });

  it('is named by the first letters of a long name', async () => {
    const [detail] = await refusalOf({ ['😀'.repeat(30_000)]: 1 });
    expect(detail?.issue).toBe(UNKNOWN);
    expect(detail?.field.length).toBeLessThan(300);
    expect(detail?.field.isWellFormed()).toBe(true);
  });
});
