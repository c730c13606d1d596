import {
  OPERATOR_BOUNDS,
  ServiceError,
  invalidRequest,
  requireFuture,
  type Invitation,
  type OperatorSnapshot,
} from '@service/contracts';
import { isDigest } from '@service/evidence';
import { managesTeam, projectsOf, requireAble, type Manager } from './manager.decider.js';

/**
 * Checks an invitation that the gateway or the host has made.
 * @throws ServiceError `request.invalid`.
 */
export function requireInvitation({ digest, expires_at }: Invitation, now: Date): void {
  if (!isDigest(digest)) throw invalidRequest('invitation.digest', 'is no digest');
  requireFuture('invitation.expires_at', expires_at, now);
  const latest = now.getTime() + OPERATOR_BOUNDS.invitationSeconds * 1000;
  if (Date.parse(expires_at) <= latest) return;
  throw invalidRequest('invitation.expires_at', 'must lie within a day');
}

/**
 * Checks that an invitation can be redeemed: it is the newest one, was not redeemed and has not expired, and its issuer
 * may still give all of the roles. Somebody who was removed must not enrol others afterwards.
 * @throws ServiceError `operator.invitation_invalid`, which says no more.
 */
export function requireRedeemable(
  operator: OperatorSnapshot,
  digest: string,
  inviter: Manager | null,
  now: Date,
): void {
  const { invitation } = operator;
  const isValid =
    operator.state === 'invited' &&
    invitation?.digest === digest &&
    Date.parse(invitation.expires_at) > now.getTime() &&
    inviter !== null &&
    isAble(inviter, now) &&
    projectsOf(operator.grants).every((project) => managesTeam(inviter, project));
  if (!isValid) throw new ServiceError('operator.invitation_invalid');
}

function isAble(manager: Manager, now: Date): boolean {
  try {
    requireAble(manager, now);
    return true;
  } catch {
    return false;
  }
}
