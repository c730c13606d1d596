import { readFile, readdir, stat } from 'node:fs/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { ENVIRONMENTS } from '@service/contracts';
import { temporaryFolder } from '@service/testing/fixtures';
import { parseToken } from '../admission/authentication/tokens/token.js';
import { ROLES, bootstrapPath, ensureTokens, type Tokens } from './bootstrap-tokens.js';

let directory: string;
beforeEach(() => {
  directory = temporaryFolder();
});

const stored = async () =>
  JSON.parse(await readFile(bootstrapPath(directory), 'utf8')) as Record<string, Tokens>;

describe('the tokens of the first start', () => {
  it('are made once for each role, and readable by their owner alone', async () => {
    const tokens = await ensureTokens(directory, 'production', 7);
    expect(Object.keys(tokens)).toEqual([...ROLES]);
    expect(Object.values(tokens).map((token) => parseToken(token)?.environment)).toEqual(
      ROLES.map(() => 'production'),
    );
    expect(await stored()).toEqual({ production: tokens });
    expect((await stat(bootstrapPath(directory))).mode & 0o777).toBe(0o600);
    expect(await ensureTokens(directory, 'production', 7)).toEqual(tokens);
    expect(await stored()).toEqual({ production: tokens });
  });

  it('are added to those of the other environment, which stay', async () => {
    const development = await ensureTokens(directory, 'development');
    const production = await ensureTokens(directory, 'production');
    expect(await stored()).toEqual({ development, production });
  });

  it('are all in the file where both environments start at once, each more than once', async () => {
    const starting = [...ENVIRONMENTS, ...ENVIRONMENTS];
    const made = await Promise.all(starting.map((environment) => ensureTokens(directory, environment)));
    const [development, production] = made;
    expect(made.slice(2)).toEqual([development, production]);
    expect(await stored()).toEqual({ development, production });
    expect((await readdir(directory)).toSorted()).toEqual(['bootstrap.json', 'bootstrap.lock']);
  });
});
