import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { ENVIRONMENTS } from '@service/contracts';
import { TOKEN_PATTERN, makeToken } from './token.js';

const found = (text: string) => text.match(new RegExp(TOKEN_PATTERN, 'g'));
const kinds = (['standard', 'audit', 'operator'] as const).flatMap((kind) =>
  ENVIRONMENTS.map((environment) => [kind, environment] as const),
);

describe('the pattern for secret scanners', () => {
  it.each(kinds)('finds tokens of kind %s in %s, whatever stands around them', (kind, environment) => {
    const token = makeToken(kind, environment);
    for (const text of [token, `"${token}"`, `Bearer ${token}\n`, `token=${token}&a=b`, `(${token}).`]) {
      expect(found(text)).toEqual([token]);
    }
  });

  it('finds each of several', () => {
    const tokens = kinds.map(([kind, environment]) => makeToken(kind, environment));
    expect(found(tokens.join('\n'))).toEqual(tokens);
  });

  it.each([
    ['a character less', (token: string) => token.slice(0, -1)],
    ['a character more', (token: string) => `${token}A`],
    ['something before it', (token: string) => `a${token}`],
    ['an underscore before it', (token: string) => `_${token}`],
    ['another prefix', (token: string) => token.replace('svc_', 'svk_')],
    ['another environment', (token: string) => token.replace('_dev_', '_test_')],
    ['a character of no token', (token: string) => token.replace(/.(.{5})$/, '-$1')],
    ['capital letters', (token: string) => token.toUpperCase()],
    ['a shorter key id', (token: string) => token.replace(/_dev_./, '_dev_')],
  ])('does not find one with %s', (_, change) => {
    expect(found(change(makeToken('standard', 'development')))).toBeNull();
  });

  it('is the one that docs/credentials.md gives', async () => {
    const page = await readFile('docs/credentials.md', 'utf8');
    expect(page).toContain(`\n${TOKEN_PATTERN}\n`);
  });
});
