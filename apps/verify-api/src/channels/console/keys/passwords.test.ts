import { describe, expect, it } from '@jest/globals';
import { Passwords, requireGoodPassword } from './passwords.js';

const passwords = new Passwords();

describe('a password', () => {
  it('matches its hash alone, in any normal form', async () => {
    const hash = await passwords.hash('ein schönes Passwort');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(await passwords.matches('ein scho\u0308nes Passwort', hash)).toBe(true);
    expect(await passwords.matches('ein schönes passwort', hash)).toBe(false);
    expect(await passwords.matches('ein schönes Passwort', null)).toBe(false);
    expect(await passwords.hash('ein schönes Passwort')).not.toBe(hash);
  });

  it('is refused where too many wait for theirs', async () => {
    const all = await Promise.allSettled(Array.from({ length: 19 }, () => passwords.matches('x', null)));
    const refused = all.filter(({ status }) => status === 'rejected');
    expect(refused).toEqual([
      expect.objectContaining({ reason: expect.objectContaining({ code: 'rate.limited' }) }),
    ]);
    expect(await passwords.matches('x', null)).toBe(false);
  });

  it.each(['too short', 'aaaaaaaaaaaaaaaaaaaa', 'me@mail.example1', 'x'.repeat(257)])(
    'is refused where others could guess it: %s',
    (password) => {
      const refusal = expect.objectContaining({ code: 'request.invalid' });
      expect(() => requireGoodPassword(password, ['me@mail.example'])).toThrow(refusal);
    },
  );

  it('may be any other sentence', () => {
    expect(() => requireGoodPassword('correct horse battery', ['me@mail.example', ''])).not.toThrow();
  });
});
