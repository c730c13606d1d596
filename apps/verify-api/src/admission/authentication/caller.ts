import type { Actor } from '@service/history';
import {
  ServiceError,
  isOperatorId,
  oauthSubjectOf,
  type HeldCapability,
  type Quota,
  type RateLimit,
} from '@service/contracts';
import type { AskingCaller } from '../../views/asking-caller.js';

/** The caller of a request, as its credential or access token describes it. */
export interface Caller extends AskingCaller {
  /** Id of the credential or operator, or `oauth:` and a token's subject. The last two may act in several projects. */
  credentialId: string;
  /** The actor that the history names. */
  actor: Actor;
  capabilities: readonly HeldCapability[];
  rateLimit: RateLimit | null;
  /** Quota of the caller's project. */
  quota: Quota;
}

/**
 * The key under which places, turns and unread answers of a caller are counted: its project's. The holder of a link is counted
 * under the link, since nobody of the project asked, and a caller without a project by itself.
 */
export function payerOf({ payer, credentialId, projectId }: Caller): string {
  return payer ?? projectId ?? credentialId;
}

/** Identifies a caller among those of all projects. */
export function callerKey({ credentialId, projectId }: Pick<Caller, 'credentialId' | 'projectId'>): string {
  const mayActInSeveral = oauthSubjectOf(credentialId) !== null || isOperatorId(credentialId);
  return mayActInSeveral ? `${projectId} ${credentialId}` : credentialId;
}

/**
 * Refuses a caller that is limited to some authorities.
 * @param refused what such a caller cannot do, for the message: “cannot grant authorities”.
 * @throws ServiceError `credential.limited`.
 */
export function requireUnlimited({ authorities }: Pick<AskingCaller, 'authorities'>, refused: string): void {
  if (authorities === null) return;
  const message = `A credential that is limited to some authorities ${refused}.`;
  throw new ServiceError('credential.limited', { message });
}
