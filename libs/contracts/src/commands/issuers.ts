import { oauthSubjectOf } from '../caller-ids.js';
import { ServiceError } from '../errors/service-error.js';
import { ID_PREFIXES } from '../ids.js';
import type { CommandEnvelope } from './envelope.js';
import type { CommandType } from './commands.js';

/**
 * What the service itself may command, without a credential, by the name that it issues the command under: the
 * gateway revokes leaked credentials and seals the history; the first start on a host makes the first project, its
 * credentials and the example record.
 */
const SERVICE_COMMANDS = {
  'service:verify-api': ['credential.revoke', 'history.seal'],
  'service:host': ['project.create', 'credential.issue', 'authority.grant', 'record.register'],
} as const satisfies Record<`service:${string}`, readonly CommandType[]>;

/** A part of the service that issues commands. */
export type ServiceIssuer = keyof typeof SERVICE_COMMANDS;

/** Whether a command's issuer is a part of the service, and no credential. */
export function isServiceIssuer(issuer: string): issuer is ServiceIssuer {
  return Object.hasOwn(SERVICE_COMMANDS, issuer);
}

/**
 * Refuses a command whose issuer is neither a credential, nor the subject of an access token who changes a record, nor a
 * part of the service that may issue such commands. Credentials are judged by the decision on their command.
 * @throws ServiceError `authentication.invalid`.
 */
export function requireIssuer({ type, issued_by }: Pick<CommandEnvelope, 'type' | 'issued_by'>): void {
  // A command that was forged, or sent by a release before, can lack the member.
  const issuer: unknown = issued_by;
  if (typeof issuer === 'string') {
    if (issuer.startsWith(ID_PREFIXES.credential)) return;
    if (oauthSubjectOf(issuer) !== null && type.startsWith('record.')) return;
    const allowed: readonly CommandType[] = isServiceIssuer(issuer) ? SERVICE_COMMANDS[issuer] : [];
    if (allowed.includes(type)) return;
  }
  throw new ServiceError('authentication.invalid', { message: 'The issuer may not issue this command.' });
}
