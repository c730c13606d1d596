import type { Digest } from '@service/evidence';
import type { RoleGrant } from '../roles.js';

/** Stored proof of an invitation's link. */
export interface Invitation {
  /** SHA-256 of the token, which has 256 random bits. */
  digest: Digest;
  expires_at: string;
}

/** How people prove who they are. */
export const OPERATOR_KEY_KINDS = ['passkey', 'password', 'oidc'] as const;
export type OperatorKeyKind = (typeof OPERATOR_KEY_KINDS)[number];

/** What an operator signs in with. */
export interface OperatorKey {
  kind: OperatorKeyKind;
  /** Thumbprint of the gateway's data: a passkey, a password hash, or a subject of the OIDC provider. */
  thumbprint: Digest;
}

/** An operator's events; `jsonb` in the log. They hold no name, address or secret, so that nothing must be erased. */
export type OperatorEvent =
  | {
      type: 'service.operator.invited';
      operator_id: string;
      grants: RoleGrant[];
      invitation: Invitation;
      /** An operator, a credential, or the host. */
      invited_by: string;
      occurred_at: string;
    }
  /** The OIDC provider vouched for a person, who therefore needs no invitation. */
  | {
      type: 'service.operator.provisioned';
      operator_id: string;
      grants: RoleGrant[];
      key: OperatorKey;
      occurred_at: string;
    }
  | {
      type: 'service.operator.invitation_renewed';
      invitation: Invitation;
      invited_by: string;
      occurred_at: string;
    }
  /** The first key ends the invitation, and makes the operator active. */
  | { type: 'service.operator.key_added'; key: OperatorKey; occurred_at: string }
  | { type: 'service.operator.key_removed'; thumbprint: Digest; occurred_at: string }
  | {
      type: 'service.operator.roles_changed';
      grants: RoleGrant[];
      /** Null if the OIDC provider assigned the roles. */
      reason: string | null;
      changed_by: string;
      occurred_at: string;
    }
  | { type: 'service.operator.removed'; reason: string; removed_by: string; occurred_at: string };

/** The states of an operator; removed is final. */
export const OPERATOR_STATES = ['invited', 'active', 'removed'] as const;
export type OperatorState = (typeof OPERATOR_STATES)[number];

/** Limits of an operator. */
export const OPERATOR_BOUNDS = {
  grants: 100,
  keys: 20,
  /** Most seconds that an invitation may be valid; owners send theirs by mail, and these are valid that long. */
  invitationSeconds: 86_400,
  /** Seconds that an invitation printed by the host is valid. */
  hostInvitationSeconds: 1_800,
} as const;
