import { describe, expect, it } from '@jest/globals';
import { comparedAddress, tidyAddress, tidyName } from './person-texts.js';

const UNSEEN = [
  '\u0000',
  '\n',
  '\u0085',
  '\u200b',
  '\u200d',
  '\u2060',
  '\ufeff',
  '\u202e',
  '\u2066',
  '\u00ad',
  '\u3164',
  '\ud800',
  '\u2028',
  '\u2800',
];

describe('what a person is called', () => {
  it('is composed, without space around it and with single spaces in it', () => {
    expect(tidyName('  Zoe\u0308 \u00a0\u3000 Ōta ')).toBe('Zoë Ōta');
    expect(tidyName('Ada 👩')).toBe('Ada 👩');
    expect(tidyName(' \u00a0 ')).toBeNull();
    expect(tidyName('a'.repeat(101))).toBeNull();
  });

  it('has an address in one form, whatever case or form was typed', () => {
    for (const typed of [' ZOE\u0308@Mail.Example ', 'zoë@mail.example', 'Zo\u00cb@MAIL.example']) {
      expect([tidyAddress(typed), comparedAddress(typed)]).toEqual(['zoë@mail.example', 'zoë@mail.example']);
    }
    for (const none of ['ada', 'a b@mail.example', 'a@b@c', '@mail.example', `a@${'b'.repeat(253)}`]) {
      expect(tidyAddress(none)).toBeNull();
    }
  });

  it.each(UNSEEN)('has nothing in it that is not seen: %j', (unseen) => {
    expect(tidyName(`A${unseen}b`)).toBeNull();
    expect(tidyAddress(`a${unseen}b@mail.example`)).toBeNull();
  });
});
