import { oauthSubjectOf } from '../caller-ids.js';
import { ServiceError } from '../errors/service-error.js';
import { ID_PREFIXES } from '../ids.js';
import type { CommandEnvelope } from './envelope.js';
import type { CommandType } from './commands.js';

/**
 * What the service itself may command, without a credential, by the name that it issues the command under: the
 * gateway revokes leaked credentials, seals the history, and has people redeem invitations and sign in by the OIDC
 * provider; the first start on a host makes the first project, its credentials and the example record, and the host
 * invites operators.
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
 * Refuses a command whose issuer is neither a credential or an operator, nor the subject of an access token who changes a record, nor a
 * part of the service that may issue such commands. Credentials and operators are judged by the decision
 * on their command.
 * @throws ServiceError `authentication.invalid`.
 */
export function requireIssuer({ type, issued_by }: Pick<CommandEnvelope, 'type' | 'issued_by'>): void {
  // A forged command can lack the member.
  const issuer: unknown = issued_by;
  if (typeof issuer === 'string') {
    if (issuer.startsWith(ID_PREFIXES.credential) || isOperatorId(issuer)) return;
    if (oauthSubjectOf(issuer) !== null && type.startsWith('record.')) return;
    const allowed: readonly CommandType[] = isServiceIssuer(issuer) ? SERVICE_COMMANDS[issuer] : [];
    if (allowed.includes(type)) return;
  }
  throw new ServiceError('authentication.invalid', { message: 'The issuer may not issue this command.' });
}

/** Whether a command's issuer is an operator, a person. */
export function isOperatorId(issuer: string): boolean {
  return issuer.startsWith(ID_PREFIXES.operator);
}
