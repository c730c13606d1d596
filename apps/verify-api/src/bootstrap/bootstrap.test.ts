import { describe, expect, it } from '@jest/globals';
import type { Authorities } from '../authorities/authorities.js';
import { parseToken } from '../admission/authentication/tokens/token.js';
import type { Credentials } from '../credentials/credentials.js';
import type { RegisterRecords } from '../records/register-records.js';
import type { CommandSender } from '../owners/command-sender.js';
import type { GatewayViews } from '../views/gateway-views.js';
import { Bootstrap } from './bootstrap.js';
import { ROLES } from './bootstrap-tokens.js';

/** An environment with a directory of credentials, to which each issued one is added. */
function environmentWith(credentials: { id: string; state: string; capabilities: string[] }[]) {
  const issued: string[] = [];
  const issue = async (_source: unknown, wanted: { capabilities: string[] }, token: string) => {
    issued.push(token);
    credentials.push({ id: `cred_${issued.length}`, state: 'active', ...wanted });
  };
  const directory = { project: () => ({}), secretOf: () => undefined, allCredentials: () => credentials };
  const bootstrap = new Bootstrap(
    'development',
    7,
    { directory } as unknown as GatewayViews,
    {} as CommandSender,
    { issue } as unknown as Credentials,
    { grant: async () => undefined } as unknown as Authorities,
    { register: async () => undefined } as unknown as RegisterRecords,
  );
  return { bootstrap, issued };
}

describe('a bootstrap without a file', () => {
  it('hands the tokens over once, and issues that of the operator last', async () => {
    const { bootstrap, issued } = environmentWith([]);
    const handed: Record<string, string>[] = [];
    await bootstrap.once((tokens) => handed.push(tokens));
    const [tokens = {}] = handed;
    expect(Object.keys(tokens)).toEqual([...ROLES]);
    expect(issued.toSorted()).toEqual(Object.values(tokens).toSorted());
    expect(issued.at(-1)).toBe(tokens['operator']);
    expect(issued.map((token) => parseToken(token)?.environment)).toEqual(issued.map(() => 'development'));
    await expect(bootstrap.once(() => handed.push({}))).rejects.toThrow(
      'development has an operator’s credential already: cred_5.',
    );
    expect([handed.length, issued.length]).toEqual([1, ROLES.length]);
  });

  it('may be repeated where it ended before the operator’s credential was issued', async () => {
    const { bootstrap, issued } = environmentWith([
      { id: 'cred_a', state: 'active', capabilities: ['verify'] },
      { id: 'cred_b', state: 'revoked', capabilities: ['operator'] },
    ]);
    await bootstrap.once(() => undefined);
    expect(issued).toHaveLength(ROLES.length);
  });
});
