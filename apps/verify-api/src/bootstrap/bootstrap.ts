import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ServiceError, type Environment, type HeldCapability } from '@service/contracts';
import { writeSecretFile } from '@service/platform/data-directory';
import { Authorities } from '../authorities/authorities.js';
import { Credentials } from '../credentials/credentials.js';
import { makeToken, parseToken } from '../authentication/tokens/token.js';
import type { Gateway } from '../gateway.js';
import { CommandSender } from '../use-cases/command-sender.js';
import { ADMIN_CAPABILITIES } from '../projects/projects.js';
import { RegisterRecords } from '../records/register-records.js';
import { GatewayViews } from '../views/gateway-views.js';

/** An environment with its gateway: bootstrap uses the same use cases as a caller. */
export interface BootstrappedEnvironment {
  environment: Environment;
  gateway: Pick<Gateway, 'application'>;
}

const ROLES = ['operator', 'admin', 'verify', 'read', 'audit'] as const;
type Role = (typeof ROLES)[number];
type Tokens = Record<Role, string>;

const CAPABILITIES: Record<Role, readonly HeldCapability[]> = {
  operator: ['operator'],
  admin: ADMIN_CAPABILITIES,
  verify: ['verify'],
  read: ['read'],
  audit: ['audit', 'read'],
};
const KINDS = {
  operator: 'operator',
  admin: 'standard',
  verify: 'standard',
  read: 'standard',
  audit: 'audit',
} as const;

const PROJECT = 'prj_default';
const EXAMPLE = { authority: 'aut_example', record: 'rec_example' };

/** Path of the file with the tokens of the first start. */
export function bootstrapPath(dataDirectory: string): string {
  return join(dataDirectory, 'bootstrap.json');
}

/**
 * Makes sure that every environment has its default project and the credentials of the bootstrap file, and
 * development its example record. The file is written first and every step is idempotent: if a start is killed,
 * the next one completes it.
 */
export async function bootstrap(
  dataDirectory: string,
  environments: readonly BootstrappedEnvironment[],
): Promise<void> {
  const tokens = await ensureTokens(bootstrapPath(dataDirectory), environments);
  await Promise.all(
    environments.map(async (running) => {
      const own = tokens[running.environment];
      if (own !== undefined) await establishProject(running, own);
      if (running.environment === 'development') await registerExample(running);
    }),
  );
}

type TokenFile = Partial<Record<Environment, Tokens>>;

/** The tokens in the file. Missing tokens are made, and written to the file before anything uses them. */
async function ensureTokens(
  path: string,
  environments: readonly BootstrappedEnvironment[],
): Promise<TokenFile> {
  const stored = await readTokens(path);
  const missing = environments.filter(({ environment }) => stored[environment] === undefined);
  if (missing.length === 0) return stored;
  const tokens = { ...stored };
  for (const { environment } of missing) {
    const made = ROLES.map((role) => [role, makeToken(KINDS[role], environment)]);
    tokens[environment] = Object.fromEntries(made) as Tokens;
  }
  await writeSecretFile(path, `${JSON.stringify(tokens, null, 2)}\n`);
  return tokens;
}

async function readTokens(path: string): Promise<TokenFile> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw error;
  });
  return JSON.parse(text) as TokenFile;
}

async function establishProject(
  { gateway: { application } }: BootstrappedEnvironment,
  tokens: Tokens,
): Promise<void> {
  const { directory } = application.get(GatewayViews);
  if (directory.project(PROJECT) === undefined) {
    const source = { projectId: null, credentialId: null, requestId: null };
    await application.get(CommandSender).send('project.create', source, PROJECT, { name: 'Default' });
  }
  const missing = ROLES.filter(
    (role) => directory.secretOf(parseToken(tokens[role])?.keyId ?? '') === undefined,
  );
  await Promise.all(
    missing.map((role) => {
      const projectId = role === 'operator' ? null : PROJECT;
      const source = { projectId, credentialId: null, requestId: null };
      const wanted = { name: `Bootstrap ${role}`, capabilities: [...CAPABILITIES[role]] };
      return application.get(Credentials).issue(source, wanted, tokens[role]);
    }),
  );
}

async function registerExample({ gateway: { application } }: BootstrappedEnvironment): Promise<void> {
  const source = { projectId: PROJECT, credentialId: null, requestId: null, authorities: null };
  const grant = {
    issuer: 'Example Registry',
    scope: ['verify', 'read'],
    valid_until: '2100-01-01T00:00:00.000Z',
    public_key: null,
  };
  await unlessExists(() => application.get(Authorities).grant(source, grant, EXAMPLE.authority));
  const record = {
    authority_id: EXAMPLE.authority,
    origin: 'https://registry.example/42',
    external_id: 'example',
    content: 'An example record.',
  };
  await unlessExists(() => application.get(RegisterRecords).execute(source, record, EXAMPLE.record));
}

/** An example that an earlier start made stays as it is: somebody may have changed it since. */
async function unlessExists(make: () => Promise<unknown>): Promise<void> {
  try {
    await make();
  } catch (error) {
    const exists = ['authority.transition_not_allowed', 'authority.not_active', 'record.already_exists'];
    if (!(error instanceof ServiceError) || !exists.includes(error.code)) throw error;
  }
}
