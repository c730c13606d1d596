import { describe, expect, it } from '@jest/globals';
import { Authorities } from '../authorities/authorities.js';
import { parseToken } from '../admission/authentication/tokens/token.js';
import { Credentials } from '../credentials/credentials.js';
import { CELL } from '../infrastructure/injection-tokens.js';
import { RegisterRecords } from '../records/register-records.js';
import { CommandSender } from '../owners/command-sender.js';
import { GatewayViews } from '../views/gateway-views.js';
import { bootstrapOnce, type BootstrappedEnvironment } from './bootstrap.js';
import { ROLES } from './bootstrap-tokens.js';

/** An environment with a directory of credentials, to which each issued one is added. */
function environmentWith(credentials: { id: string; state: string; capabilities: string[] }[]) {
  const issued: string[] = [];
  const parts = new Map<unknown, unknown>([
    [CELL, 7],
    [
      GatewayViews,
      { directory: { project: () => ({}), secretOf: () => undefined, allCredentials: () => credentials } },
    ],
    [CommandSender, {}],
    [Authorities, { grant: async () => undefined }],
    [RegisterRecords, { register: async () => undefined }],
    [
      Credentials,
      {
        issue: async (_source: unknown, wanted: { capabilities: string[] }, token: string) => {
          issued.push(token);
          credentials.push({ id: `cred_${issued.length}`, state: 'active', ...wanted });
        },
      },
    ],
  ]);
  const application = { get: (key: unknown) => parts.get(key) };
  const running = { environment: 'development', gateway: { application } } as unknown;
  return { running: running as BootstrappedEnvironment, issued };
}

describe('a bootstrap without a file', () => {
  it('hands the tokens over once, and issues that of the operator last', async () => {
    const { running, issued } = environmentWith([]);
    const handed: Record<string, string>[] = [];
    await bootstrapOnce(running, (tokens) => handed.push(tokens));
    const [tokens = {}] = handed;
    expect(Object.keys(tokens)).toEqual([...ROLES]);
    expect(issued.toSorted()).toEqual(Object.values(tokens).toSorted());
    expect(issued.at(-1)).toBe(tokens['operator']);
    expect(issued.map((token) => parseToken(token)?.environment)).toEqual(issued.map(() => 'development'));
    await expect(bootstrapOnce(running, () => handed.push({}))).rejects.toThrow(
      'development has an operator’s credential already: cred_5.',
    );
    expect([handed.length, issued.length]).toEqual([1, ROLES.length]);
  });

  it('may be repeated where it ended before the operator’s credential was issued', async () => {
    const { running, issued } = environmentWith([
      { id: 'cred_a', state: 'active', capabilities: ['verify'] },
      { id: 'cred_b', state: 'revoked', capabilities: ['operator'] },
    ]);
    await bootstrapOnce(running, () => undefined);
    expect(issued).toHaveLength(ROLES.length);
  });
});
