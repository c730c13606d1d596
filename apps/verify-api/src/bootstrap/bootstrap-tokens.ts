import { join } from 'node:path';
import type { Environment } from '@service/contracts';
import { readIfPresent, withExclusiveLock, writeSecretFile } from '@service/platform/data-directory';
import { makeToken } from '../admission/authentication/tokens/token.js';

/** The credentials of the first start. */
export const ROLES = ['operator', 'admin', 'verify', 'read', 'audit'] as const;
export type Role = (typeof ROLES)[number];
export type Tokens = Record<Role, string>;

const KINDS = {
  operator: 'operator',
  admin: 'standard',
  verify: 'standard',
  read: 'standard',
  audit: 'audit',
} as const;

/** Path of the file with the tokens of the first start. */
export function bootstrapPath(dataDirectory: string): string {
  return join(dataDirectory, 'bootstrap.json');
}

export function makeTokens(environment: Environment, cell: number): Tokens {
  const made = ROLES.map((role) => [role, makeToken(KINDS[role], environment, cell)]);
  return Object.fromEntries(made) as Tokens;
}

type TokenFile = Partial<Record<Environment, Tokens>>;

/**
 * An environment's tokens in the file. Missing ones are made, and written to the file before anything uses them.
 * Processes of other environments may do the same concurrently.
 */
export async function ensureTokens(
  dataDirectory: string,
  environment: Environment,
  cell = 0,
): Promise<Tokens> {
  const path = bootstrapPath(dataDirectory);
  return withExclusiveLock(join(dataDirectory, 'bootstrap.lock'), async () => {
    const stored = await readTokens(path);
    const own = stored[environment] ?? makeTokens(environment, cell);
    if (stored[environment] === undefined)
      await writeSecretFile(path, `${JSON.stringify({ ...stored, [environment]: own }, null, 2)}\n`);
    return own;
  });
}

async function readTokens(path: string): Promise<TokenFile> {
  return JSON.parse((await readIfPresent(path))?.toString('utf8') ?? '{}') as TokenFile;
}
