import { inOrder } from '../metadata.js';
import type { Invitation, OperatorEvent, OperatorKey, OperatorState } from '../events/operator-events.js';
import type { RoleGrant } from '../roles.js';

/** A key of an operator, and since when it is one. */
export interface AddedKey extends OperatorKey {
  added_at: string;
}

/** An operator after its events so far. It is a person, whose name and secrets are not part of it. */
export interface OperatorSnapshot {
  id: string;
  state: OperatorState;
  version: number;
  /** None once it is removed. */
  grants: readonly RoleGrant[];
  /** Oldest first; none before the invitation is redeemed, and none once it is removed. */
  keys: readonly AddedKey[];
  /** The newest one; null once it was redeemed, and where there never was one. It may have expired. */
  invitation: Invitation | null;
  /** Who issued the newest invitation; null if the OIDC provider vouched for the operator. */
  invited_by: string | null;
  /** When the newest invitation was issued, or the provider vouched first. */
  invited_at: string;
  /** Why it was removed, or its roles were changed last; null before that. */
  reason: string | null;
  created_at: string;
  updated_at: string;
}

/**
 * The operator after one more event.
 * @throws TypeError where the stream begins otherwise than with an invitation or a provision.
 */
export function foldOperator(
  before: OperatorSnapshot | undefined,
  event: OperatorEvent,
  version: number,
): OperatorSnapshot {
  const updated_at = event.occurred_at;
  if (event.type === 'service.operator.invited' || event.type === 'service.operator.provisioned') {
    const { operator_id: id } = event;
    const grants = event.grants.map(inOrder);
    const times = { created_at: updated_at, invited_at: updated_at, updated_at };
    const begun = { id, version, grants, reason: null, ...times };
    if (event.type === 'service.operator.provisioned') {
      const keys = [{ ...event.key, added_at: updated_at }];
      return { ...begun, state: 'active', keys, invitation: null, invited_by: null };
    }
    const { invitation, invited_by } = event;
    return { ...begun, state: 'invited', keys: [], invitation, invited_by };
  }
  if (before === undefined) throw new TypeError('An operator begins with an invitation.');
  const after = { ...before, version, updated_at };
  switch (event.type) {
    case 'service.operator.invitation_renewed': {
      const { invitation, invited_by } = event;
      return { ...after, invitation, invited_by, invited_at: updated_at };
    }
    case 'service.operator.key_added': {
      const keys = [...before.keys, { ...event.key, added_at: updated_at }];
      return { ...after, state: 'active', keys, invitation: null };
    }
    case 'service.operator.key_removed':
      return { ...after, keys: before.keys.filter(({ thumbprint }) => thumbprint !== event.thumbprint) };
    case 'service.operator.roles_changed':
      return { ...after, grants: event.grants.map(inOrder), reason: event.reason };
    case 'service.operator.removed':
      return { ...after, state: 'removed', grants: [], keys: [], invitation: null, reason: event.reason };
  }
}
