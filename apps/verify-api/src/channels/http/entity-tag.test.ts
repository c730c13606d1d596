import { describe, expect, it } from '@jest/globals';
import { entityTag, namesTag } from './entity-tag.js';

describe('an entity tag', () => {
  it('is the version and the first eight digits of the body’s SHA-256', () => {
    expect(entityTag(3, 'abc')).toBe('"3.ba7816bf"');
  });

  it('is another one for another body of the same version, and for another version', () => {
    expect(entityTag(3, '{"state":"expired"}')).not.toBe(entityTag(3, '{"state":"active"}'));
    expect(entityTag(4, 'abc')).toBe('"4.ba7816bf"');
  });
});

describe('If-None-Match', () => {
  const tag = '"3.ba7816bf"';

  it.each([tag, `W/${tag}`, ` ${tag} `, `"2.00000000", ${tag}`, `"x",W/${tag},"y"`, '*', ' * '])(
    '%s names the tag',
    (header) => expect(namesTag(header, tag)).toBe(true),
  );

  it.each(['', '"3"', '3.ba7816bf', '"3.ba7816be"', '"4.ba7816bf"', '"*"', 'w/"3.ba7816bf"'])(
    '%s does not',
    (header) => expect(namesTag(header, tag)).toBe(false),
  );
});
