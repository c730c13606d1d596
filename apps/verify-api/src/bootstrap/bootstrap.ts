import { ServiceError, type Environment, type HeldCapability, type ServiceIssuer } from '@service/contracts';
import { StartError } from '@service/platform/errors';
import { Authorities } from '../authorities/authorities.js';
import { Credentials } from '../credentials/credentials.js';
import { parseToken } from '../admission/authentication/tokens/token.js';
import type { Gateway } from '../gateway/gateway.js';
import { CELL } from '../infrastructure/injection-tokens.js';
import { CommandSender } from '../owners/command-sender.js';
import { ADMIN_CAPABILITIES } from '../projects/projects.js';
import { RegisterRecords } from '../records/register-records.js';
import { GatewayViews } from '../views/gateway-views.js';
import { ROLES, ensureTokens, makeTokens, type Role, type Tokens } from './bootstrap-tokens.js';

/** An environment with its gateway: bootstrap uses the same use cases as a caller. */
export interface BootstrappedEnvironment {
  environment: Environment;
  gateway: Pick<Gateway, 'application'>;
}

const CAPABILITIES: Record<Role, readonly HeldCapability[]> = {
  operator: ['operator'],
  admin: ADMIN_CAPABILITIES,
  verify: ['verify'],
  read: ['read'],
  audit: ['audit', 'read'],
};
const PROJECT = 'prj_default';
/** The name that the first start issues its commands under. */
const HOST: ServiceIssuer = 'service:host';
const EXAMPLE = { authority: 'aut_example', record: 'rec_example' };

/**
 * Makes sure that the environment has its default project and the credentials of the bootstrap file, and development its
 * example record. The file is written first and every step is idempotent: if a start is killed, the next one completes it.
 */
export async function bootstrap(dataDirectory: string, running: BootstrappedEnvironment): Promise<void> {
  const { environment, gateway } = running;
  const cell = gateway.application.get<number>(CELL);
  await establish(running, await ensureTokens(dataDirectory, environment, cell));
}

/**
 * Does the same where there is no operator's credential yet, and hands the tokens over once: no file has them. The
 * operator's credential is issued last, so that a run that was killed can be repeated, and leaves out what it had completed.
 * @throws StartError where there is an operator's credential.
 */
export async function bootstrapOnce(
  running: BootstrappedEnvironment,
  handOver: (tokens: Tokens) => void,
): Promise<void> {
  const { environment, gateway } = running;
  const operators = operatorsOf(running);
  if (operators.length > 0)
    throw new StartError(`${environment} has an operator’s credential already: ${operators.join(', ')}.`);
  const tokens = makeTokens(environment, gateway.application.get<number>(CELL));
  // Before they are issued: tokens that nobody has could not be revoked by their holder.
  handOver(tokens);
  await establish(running, tokens);
}

async function establish(running: BootstrappedEnvironment, tokens: Tokens): Promise<void> {
  await establishProject(running, tokens);
  if (running.environment === 'development') await registerExample(running);
}

/** Ids of the operator's credentials of an environment. */
function operatorsOf({ gateway }: BootstrappedEnvironment): string[] {
  const { directory } = gateway.application.get(GatewayViews);
  return [...directory.allCredentials()]
    .filter(({ state, capabilities }) => state !== 'revoked' && capabilities.includes('operator'))
    .map(({ id }) => id);
}

async function establishProject(
  { gateway: { application } }: BootstrappedEnvironment,
  tokens: Tokens,
): Promise<void> {
  const { directory } = application.get(GatewayViews);
  if (directory.project(PROJECT) === undefined) {
    const source = { projectId: null, credentialId: HOST, requestId: null };
    await application.get(CommandSender).send('project.create', source, PROJECT, { name: 'Default' });
  }
  const missing = ROLES.filter(
    (role) => directory.secretOf(parseToken(tokens[role])?.keyId ?? '') === undefined,
  );
  const issue = (role: Role) => {
    const projectId = role === 'operator' ? null : PROJECT;
    const source = { projectId, credentialId: HOST, requestId: null };
    const wanted = { name: `Bootstrap ${role}`, capabilities: [...CAPABILITIES[role]] };
    return application.get(Credentials).issue(source, wanted, tokens[role]);
  };
  await Promise.all(missing.filter((role) => role !== 'operator').map(issue));
  if (missing.includes('operator')) await issue('operator');
}

async function registerExample({ gateway: { application } }: BootstrappedEnvironment): Promise<void> {
  const source = { projectId: PROJECT, credentialId: HOST, requestId: null, authorities: null };
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
  await unlessExists(() => application.get(RegisterRecords).register(source, record, EXAMPLE.record));
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
