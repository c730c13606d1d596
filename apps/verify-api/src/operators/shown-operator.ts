import type { OperatorSnapshot, RoleGrant } from '@service/contracts';
import { seenGrants, type ManagedTeam } from './managed-team.js';
import type { OperatorProfile } from './operator-profiles.js';

/** An operator as it is shown to a manager of some of its roles, without its other roles. */
export interface ShownOperator
  extends
    OperatorProfile,
    Pick<
      OperatorSnapshot,
      'id' | 'state' | 'version' | 'invited_by' | 'invited_at' | 'created_at' | 'updated_at'
    > {
  grants: RoleGrant[];
  keys: OperatorSnapshot['keys'];
  invitation_expires_at: string | null;
}

/** The link is null in the answer to a retry, because it was returned before. */
export interface InvitedOperator extends ShownOperator {
  invitation_link: string | null;
}

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
    keys,
    invited_by,
    invited_at,
    invitation_expires_at: invitation?.expires_at ?? null,
    created_at,
    updated_at,
  };
}
