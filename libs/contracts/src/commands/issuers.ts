import { oauthSubjectOf } from '../caller-ids.js';
import { ServiceError } from '../errors/service-error.js';
import { ID_PREFIXES } from '../ids.js';
import type { CommandEnvelope } from './envelope.js';
import type { CommandType } from './commands.js';

/**
 * The commands that the service itself may issue without a credential, by issuer name. The gateway revokes leaked
 * credentials, seals the history, and lets people redeem invitations and sign in by the OIDC provider. The host
 * invites operators, and its first start makes the first project, its credentials and the example record.
 */
const SERVICE_COMMANDS = {
  'service:verify-api': ['credential.revoke', 'history.seal', 'operator.add_key', 'operator.provision'],
  'service:host': [
    'project.create',
    'credential.issue',
    'authority.grant',
    'record.register',
    'operator.invite',
  ],
} as const satisfies Record<`service:${string}`, readonly CommandType[]>;

/** A part of the service that issues commands. */
export type ServiceIssuer = keyof typeof SERVICE_COMMANDS;

/** Whether a command's issuer is a part of the service, and neither a credential nor an operator. */
export function isServiceIssuer(issuer: string): issuer is ServiceIssuer {
  return Object.hasOwn(SERVICE_COMMANDS, issuer);
}

/**
 * Refuses a command unless its issuer is a credential, an operator, the subject of an access token (for changes of
 * records and of their links), or a part of the service that may issue it. The rights of credentials and operators are checked later, by
 * the decider.
 * @throws ServiceError `authentication.invalid`.
 */
export function requireIssuer({ type, issued_by }: Pick<CommandEnvelope, 'type' | 'issued_by'>): void {
  // A forged command can lack the member.
  const issuer: unknown = issued_by;
  if (typeof issuer === 'string') {
    if (issuer.startsWith(ID_PREFIXES.credential) || isOperatorId(issuer)) return;
    if (oauthSubjectOf(issuer) !== null && /^(?:record|link)\./.test(type)) return;
    const allowed: readonly CommandType[] = isServiceIssuer(issuer) ? SERVICE_COMMANDS[issuer] : [];
    if (allowed.includes(type)) return;
  }
  throw new ServiceError('authentication.invalid', { message: 'The issuer may not issue this command.' });
}

/** Whether a command's issuer is an operator, a person. */
export function isOperatorId(issuer: string): boolean {
  return issuer.startsWith(ID_PREFIXES.operator);
}
