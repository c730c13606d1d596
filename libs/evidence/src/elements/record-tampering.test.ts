import { describe, expect, it } from '@jest/globals';
import { digestText } from '../digest.js';
import { hashElement, openElement, type HashedElement } from './element.js';
import { findRecordChainFault } from './record-chain.js';
import type { RecordElementContent } from './record-element.js';
import { chainsFrom, describeFault, reopen } from '../testing/chains.js';
import { hex, registered } from '../testing/first-elements.js';

type Content = RecordElementContent;
type Hashed = HashedElement<Content>;

const chain = chainsFrom<Content>({ ...registered, reason_digest: hex('c') })(
  {},
  { type: 'service.record.amended', occurred_at: '2026-11-22T03:00:00.000Z' },
  { type: 'service.record.suspended', occurred_at: '2026-11-23T03:00:00.000Z', state: 'suspended' },
);
const [, two, three] = chain as [Hashed, Hashed, Hashed];
const head = { id: 'rec_1', version: 3, state: 'suspended' };

function faultWith(index: number, element: Hashed): string | null {
  return describeFault(findRecordChainFault(chain.with(index, element), head));
}

/** Each member edited to something else of the right form. */
const others: Readonly<Record<keyof Content, unknown>> = {
  format: 'element/v2',
  log: 'example.org/log/production',
  project_id: 'prj_2',
  sequence: 7,
  type: 'service.record.revoked',
  event_id: 'evt_2',
  record_id: 'rec_2',
  origin: 'https://registry.example/66',
  external_id: null,
  occurred_at: '2026-11-21T02:00:00.000Z',
  authority: { id: 'aut_2', version: 2, digest: hex('a') },
  issuer: 'Another Registry',
  state: 'revoked',
  expires_at: '2026-12-24T00:00:00.000Z',
  successor_id: 'rec_2',
  content_digest: hex('6'),
  reason_digest: hex('d'),
  salt: 'BBBBBBBBBBBBBBBBBBBBBB',
  previous: hex('e'),
  issuer_signature: 'signature',
};
const members = Object.keys(others) as (keyof Content)[];
const places = [0, 1, 2].flatMap((index) => members.map((member) => ({ index, member })));

it('is sound as it was made', () => {
  expect(findRecordChainFault(chain, head)).toBeNull();
});

/** The fault of each member under a recomputed digest, by the edited element; null where only a signature or the log detects
 *  the change. An older element's shows at the link of the next one at the latest. */
const recomputed: Readonly<Record<keyof Content, (string | null)[]>> = {
  format: ['element.form at 1', 'element.form at 2', 'element.form at 3'],
  log: ['chain.link at 2', 'chain.subject at 2', 'chain.subject at 3'],
  project_id: ['chain.link at 2', 'chain.subject at 2', 'chain.subject at 3'],
  sequence: ['chain.sequence at 1', 'chain.sequence at 2', 'chain.sequence at 3'],
  type: ['chain.transition at 1', 'chain.transition at 2', 'chain.transition at 3'],
  event_id: ['chain.link at 2', 'chain.link at 3', null],
  record_id: ['chain.link at 2', 'chain.subject at 2', 'chain.subject at 3'],
  origin: ['chain.link at 2', 'chain.link at 3', 'chain.transition at 3'],
  external_id: ['chain.link at 2', 'chain.subject at 2', 'chain.subject at 3'],
  occurred_at: ['chain.link at 2', 'chain.time at 2', 'chain.time at 3'],
  authority: ['chain.link at 2', 'chain.transition at 2', 'chain.transition at 3'],
  issuer: ['chain.link at 2', 'chain.subject at 2', 'chain.subject at 3'],
  state: ['chain.transition at 1', 'chain.transition at 2', 'chain.transition at 3'],
  expires_at: ['chain.link at 2', 'chain.link at 3', 'chain.transition at 3'],
  successor_id: ['chain.transition at 1', 'chain.transition at 2', 'chain.transition at 3'],
  content_digest: ['chain.link at 2', 'chain.link at 3', 'chain.transition at 3'],
  reason_digest: ['chain.transition at 1', 'chain.link at 3', null],
  salt: ['chain.link at 2', 'chain.link at 3', null],
  previous: ['chain.link at 1', 'chain.link at 2', 'chain.link at 3'],
  issuer_signature: ['chain.link at 2', 'chain.link at 3', null],
};

describe.each(places)('element $index', ({ index, member }) => {
  const { content, digest } = chain[index] as Hashed;
  const { [member]: _left, ...rest } = content;
  const edited = { ...rest, [member]: others[member] };

  it(`with another ${member} under the old digest is refused`, () => {
    const check = member === 'format' ? 'element.form' : 'element.digest';
    const { text } = hashElement(edited);
    expect(faultWith(index, openElement(text, digest))).toBe(`${check} at ${index + 1}`);
  });

  it(`with another ${member} under a recomputed digest shows`, () => {
    expect(faultWith(index, reopen(edited))).toBe(recomputed[member][index]);
  });

  it(`without ${member} is refused`, () => {
    expect(faultWith(index, reopen(rest))).toBe(`element.form at ${index + 1}`);
  });
});

describe('a chain that was forged from its first element on', () => {
  it('is not the record that was asked for', () => {
    let previous: string | null = null;
    const forged = chain.map(({ content }) => {
      const element = reopen<Content>({ ...content, record_id: 'rec_2', previous });
      previous = element.digest;
      return element;
    });
    expect(findRecordChainFault(forged, head)).toEqual({ check: 'chain.head', sequence: 3 });
  });
});

describe('an element that has not the form of one', () => {
  const orNull = [
    'external_id',
    'expires_at',
    'successor_id',
    'reason_digest',
    'previous',
    'issuer_signature',
  ];

  it.each(members)('for a member is no such thing: %s', (member) => {
    for (const wrong of [{}, [], true, 0, 1.5, ...(orNull.includes(member) ? [] : [null])]) {
      const fault = faultWith(2, reopen({ ...three.content, [member]: wrong }));
      expect({ wrong, fault }).toEqual({ wrong, fault: 'element.form at 3' });
    }
  });

  it.each(['occurred_at', 'expires_at', 'content_digest', 'reason_digest', 'previous', 'authority'])(
    'for any text will not do: %s',
    (member) => {
      expect(faultWith(2, reopen({ ...three.content, [member]: 'tomorrow' }))).toBe('element.form at 3');
    },
  );

  it.each([
    { id: 'aut_1', version: 2 },
    { id: 'aut_1', version: 0, digest: hex('a') },
    { id: 'aut_1', version: 2, digest: 'sha256:a' },
    { id: null, version: 2, digest: hex('a') },
    { id: 'aut_1', version: 2, digest: hex('a'), state: 'active' },
  ])('for it names its authority so: %j', (authority) => {
    for (const index of [0, 1, 2]) {
      expect(faultWith(index, reopen({ ...chain[index]?.content, authority }))).toBe(
        `element.form at ${index + 1}`,
      );
    }
  });

  it.each(['a', 'state_', 'zzz', '1'])('for it has a member more: %s', (name) => {
    expect(faultWith(1, reopen({ ...two.content, [name]: null }))).toBe('element.form at 2');
  });

  it.each([
    ['a space', two.text.replace(':', ': ')],
    ['an escape', two.text.replace('"active"', '"\\u0061ctive"')],
    ['another order', JSON.stringify(Object.fromEntries(Object.entries(two.content).toReversed()))],
    ['a member twice', two.text.replace('{', '{"authority":null,')],
    ['a prototype', two.text.replace('{', '{"__proto__":{},')],
    ['no object', 'null'],
    ['a list', '[]'],
    ['no JSON', two.text.slice(1)],
    ['nothing', ''],
  ])('for its text has %s', (_name, text) => {
    expect(faultWith(1, openElement(text, digestText(text)))).toBe('element.form at 2');
  });
});
