import type { OperatorSnapshot } from '@service/contracts';
import type { Answer } from '../interface/schemas/schemas.js';
import { seenGrants, type ManagedTeam } from './managed-team.js';
import type { OperatorProfile } from './operator-profiles.js';

/** An operator as it is shown to a manager of some of its roles, without its other roles. */
export type ShownOperator = Answer<'Operator'>;

/** The link is null in the answer to a retry, because it was returned before. */
export type InvitedOperator = Answer<'InvitedOperator'>;

export function shownOperator(
  operator: OperatorSnapshot,
  { name, address }: OperatorProfile,
  manages: ManagedTeam,
): ShownOperator {
  const { id, state, version, keys, invitation, invited_by, invited_at, created_at, updated_at } = operator;
  return {
    id,
    state,
    version,
    name,
    address,
    grants: seenGrants(operator, manages),
    keys: [...keys],
    invited_by,
    invited_at,
    invitation_expires_at: invitation?.expires_at ?? null,
    created_at,
    updated_at,
  };
}
