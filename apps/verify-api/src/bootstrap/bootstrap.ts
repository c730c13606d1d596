import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ServiceError, type Environment, type HeldCapability } from '@service/contracts';
import { writeSecretFile } from '@service/platform/data-directory';
import { Authorities } from '../authorities/authorities.js';
import { Credentials } from '../credentials/credentials.js';
import { makeToken, parseToken } from '../authentication/tokens/token.js';
import type { Gateway } from '../gateway.js';
import { CommandSender } from '../http/command-sender.js';
import { ADMIN_CAPABILITIES } from '../projects/projects.js';
import { RegisterRecords } from '../records/register-records.js';
import { GatewayViews } from '../views/gateway-views.js';

/** An environment with its gateway, through which everything is made as a caller would. */
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

/** Where the tokens of the first start are kept. */
export function bootstrapPath(dataDirectory: string): string {
  return join(dataDirectory, 'bootstrap.json');
}

/**
 * Makes sure that every environment has its default project and the credentials of the bootstrap file, and
 * development its example record. The file is written first and every step can be repeated, so that a start
 * that was killed is completed by the next.
 */
export async function bootstrap(
  dataDirectory: string,
  environments: readonly BootstrappedEnvironment[],
): Promise<void> {
  const tokens = await keepTokens(bootstrapPath(dataDirectory), environments);
  await Promise.all(
    environments.map(async (running) => {
      const own = tokens[running.environment];
      if (own !== undefined) await establishProject(running, own);
      if (running.environment === 'development') await registerExample(running);
    }),
  );
}

type TokenFile = Partial<Record<Environment, Tokens>>;

/** The tokens in the file; those that are missing are made and written down before anything uses them. */
async function keepTokens(
  path: string,
  environments: readonly BootstrappedEnvironment[],
): Promise<TokenFile> {
  const kept = await readTokens(path);
  const missing = environments.filter(({ environment }) => kept[environment] === undefined);
  if (missing.length === 0) return kept;
  const tokens = { ...kept };
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
  await unlessThere(() => application.get(Authorities).grant(source, grant, EXAMPLE.authority));
  const record = {
    authority_id: EXAMPLE.authority,
    origin: 'https://registry.example/42',
    external_id: 'example',
    content: 'An example record.',
  };
  await unlessThere(() => application.get(RegisterRecords).execute(source, record, EXAMPLE.record));
}

/** The example is there from an earlier start, perhaps changed since: it stays as it is. */
async function unlessThere(make: () => Promise<unknown>): Promise<void> {
  try {
    await make();
  } catch (error) {
    const there = ['authority.transition_not_allowed', 'authority.not_active', 'record.already_exists'];
    if (!(error instanceof ServiceError) || !there.includes(error.code)) throw error;
  }
}
