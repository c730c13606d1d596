import { describe, expect, it } from '@jest/globals';
import { digestText } from '../digest.js';
import { canonicalJson } from '../json/canonical-json.js';
import { openElement, renderElement, hashElement } from './element.js';

const content = { state: 'active', format: 'element/v1' };
const text = '{"format":"element/v1","state":"active"}';

describe('a sealed element', () => {
  it('is the canonical text of its content and that text’s digest', () => {
    expect(hashElement(content)).toEqual({ text, digest: digestText(text) });
  });

  it('opens as what it was', () => {
    expect(openElement(text, digestText(text))).toEqual({
      text,
      digest: digestText(text),
      content,
      canonical: true,
    });
  });

  it('is shown as canonical text with its digest and signature', () => {
    const signature = { key_id: 'k', algorithm: 'Ed25519', value: 'v' } as const;
    const element = openElement(text, 'sha256:00');
    expect(renderElement(element, null)).toBe(
      '{"digest":"sha256:00","format":"element/v1","signature":null,"state":"active"}',
    );
    expect(renderElement(element, signature)).toBe(
      '{"digest":"sha256:00","format":"element/v1",' +
        '"signature":{"algorithm":"Ed25519","key_id":"k","value":"v"},"state":"active"}',
    );
  });
});

describe('an element with digest and signature', () => {
  const signature = { key_id: 'k"', algorithm: 'Ed25519', value: 'v' } as const;
  const member = { content_digest: 'c', event_id: 'e', salt: 's', sequence: 1, state: 'active', type: 't' };

  it.each<[string, object]>([
    ['of the usual members', member],
    ['with the names within texts', { ...member, origin: '","event_id":","state":"' }],
    ['with the names within objects before', { ...member, authority: { a: 1, event_id: 'x', state: 'y' } }],
    ['with the names within objects only', { authority: { a: 1, event_id: 'x', state: 'y' }, type: 't' }],
    ['that has them already', { ...member, digest: 'd', signature: null }],
    ['with a member between', { ...member, digits: 1, signatures: 2 }],
    ['without a member before', { event_id: 'e', state: 'active' }],
    ['without members', {}],
    [
      'with a name that objects have',
      JSON.parse('{"__proto__":{"event_id":1},"event_id":"e","state":1}') as object,
    ],
    ['with numbers as names', { ...member, 9: 1, 10: 2 }],
  ])('is shown in canonical form: one %s', (_, shown) => {
    const element = openElement(canonicalJson(shown), 'sha256:"');
    for (const signed of [signature, null]) {
      const expected = canonicalJson({ ...shown, digest: 'sha256:"', signature: signed });
      expect(renderElement(element, signed)).toBe(expected);
    }
  });
});

describe('an element that is not canonical', () => {
  it.each([
    ' {"format":"element/v1","state":"active"}',
    '{"state":"active","format":"element/v1"}',
    '{"format":"element/v1","state":"\\u0061ctive"}',
    '{"format":"element/v1","state":"revoked","state":"active"}',
    '{"format":"element/v1","size":1.0}',
  ])('opens, and says so: %s', (damaged) => {
    const element = openElement<{ format: string }>(damaged, digestText(damaged));
    expect(element.canonical).toBe(false);
    expect(element.content.format).toBe('element/v1');
  });

  it.each(['', '{"format":', 'null', '5', '"text"', String.raw`{"text":"\ud800"}`])(
    'opens empty where it is no object: %j',
    (damaged) => {
      expect(openElement(damaged, digestText(damaged))).toMatchObject({ content: {}, canonical: false });
    },
  );
});
