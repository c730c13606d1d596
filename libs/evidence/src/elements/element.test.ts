import { describe, expect, it } from '@jest/globals';
import { digestText } from '../digest.js';
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
