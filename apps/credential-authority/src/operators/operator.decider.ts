import {
  OPERATOR_BOUNDS,
  OPERATOR_KEY_KINDS,
  ServiceError,
  conflictWith,
  foldOperator,
  invalidRequest,
  momentAfter,
  ownsAllProjects,
  type Command,
  type CommandTypeOf,
  type InviteOperator,
  type OperatorEvent,
  type OperatorKey,
  type OperatorSnapshot,
  type ProvisionOperator,
} from '@service/contracts';
import { isDigest } from '@service/evidence';
import { areSame, ordered, replaceGrants, requireGrants } from './grants.decider.js';
import { requireInvitation, requireRedeemable } from './invitation.decider.js';
import { managesTeam, projectsOf, requireAble, requireTeam, type Manager } from './manager.decider.js';

export type OperatorCommand = Command<CommandTypeOf<'operator'>>;

/** The facts that a decision depends on, besides the operator and the command. */
export interface OperatorFacts {
  /** Time of the owner's database. */
  now: Date;
  operator_id: string;
  issued_by: string;
  manager: Manager;
  /** Who issued the invitation that is redeemed; null where that was nobody who exists. */
  inviter: Manager | null;
  /** Whether another operator is active and owns all projects. */
  has_other_owner: boolean;
  /** Those of the named projects that exist. */
  known_projects: readonly string[];
}

/** The operator after one more event. */
export function evolve(operator: OperatorSnapshot | null, event: OperatorEvent): OperatorSnapshot {
  return foldOperator(operator ?? undefined, event, (operator?.version ?? 0) + 1);
}

/**
 * Decides a command on an operator; null for a new one. Nothing happens where nothing changes.
 * @throws ServiceError the refusal.
 */
export function decide(
  operator: OperatorSnapshot | null,
  command: OperatorCommand,
  facts: OperatorFacts,
): OperatorEvent[] {
  requireAble(facts.manager, facts.now);
  switch (command.type) {
    case 'operator.invite':
      return [invite(operator, command.payload, facts)];
    case 'operator.provision':
      return provision(operator, command.payload, facts);
    case 'operator.add_key':
      return [addKey(operator, command.payload, facts)];
    case 'operator.remove_key':
      return [removeKey(operator, command.payload.thumbprint, facts)];
    case 'operator.renew_invitation':
    case 'operator.change_roles':
    case 'operator.remove':
      return manage(operator, command, facts);
  }
}

function invite(
  operator: OperatorSnapshot | null,
  { grants, invitation }: InviteOperator,
  facts: OperatorFacts,
): OperatorEvent {
  const { operator_id, issued_by, manager, now } = facts;
  requireNew(operator);
  if (grants.length === 0) throw invalidRequest('grants', 'must hold a role');
  requireGrants(grants);
  requireTeam(manager, projectsOf(grants));
  requireProjects({ grants }, facts);
  requireInvitation(invitation, now);
  const { digest, expires_at } = invitation;
  return {
    type: 'service.operator.invited',
    operator_id,
    grants: ordered(grants),
    invitation: { digest, expires_at },
    invited_by: issued_by,
    occurred_at: now.toISOString(),
  };
}

/** The provider alone decides, and may even remove the last owner: the host can invite another. */
function provision(
  operator: OperatorSnapshot | null,
  { grants, key }: ProvisionOperator,
  facts: OperatorFacts,
): OperatorEvent[] {
  const { operator_id, issued_by, manager, now } = facts;
  if (manager.kind !== 'gateway') throw notYours();
  requireKey(key);
  if (key.kind !== 'oidc') throw invalidRequest('key.kind', 'must be oidc');
  requireGrants(grants);
  requireProjects({ grants }, facts);
  if (operator === null) {
    if (grants.length === 0) throw invalidRequest('grants', 'must hold a role');
    const occurred_at = now.toISOString();
    const { kind, thumbprint } = key;
    return [
      {
        type: 'service.operator.provisioned',
        operator_id,
        grants: ordered(grants),
        key: { kind, thumbprint },
        occurred_at,
      },
    ];
  }
  if (operator.state !== 'active') throw notAllowed(operator);
  if (!hasKey(operator, key.thumbprint)) throw new ServiceError('operator.key_refused');
  if (areSame(operator.grants, grants)) return [];
  const occurred_at = momentAfter(operator.updated_at, now).toISOString();
  return [
    {
      type: 'service.operator.roles_changed',
      grants: ordered(grants),
      reason: null,
      changed_by: issued_by,
      occurred_at,
    },
  ];
}

function addKey(
  operator: OperatorSnapshot | null,
  { key, invitation_digest }: { key: OperatorKey; invitation_digest: string | null },
  { operator_id, issued_by, manager, inviter, now }: OperatorFacts,
): OperatorEvent {
  const redeems = invitation_digest !== null;
  // Only the gateway can check the link's token, so only it may send this command.
  if (redeems ? manager.kind !== 'gateway' : issued_by !== operator_id) throw notYours();
  if (operator === null)
    throw new ServiceError(redeems ? 'operator.invitation_invalid' : 'operator.not_found');
  if (redeems) requireRedeemable(operator, invitation_digest, inviter, now);
  requireKey(key);
  if (hasKey(operator, key.thumbprint)) throw keyTaken();
  // The provider alone lets in those for whom it vouches: a key of their own would outlive its decision.
  if (operator.keys.some(({ kind }) => kind === 'oidc')) throw new ServiceError('operator.key_refused');
  if (operator.keys.length >= OPERATOR_BOUNDS.keys) throw new ServiceError('operator.limit_reached');
  const { kind, thumbprint } = key;
  const occurred_at = momentAfter(operator.updated_at, now).toISOString();
  return { type: 'service.operator.key_added', key: { kind, thumbprint }, occurred_at };
}

function removeKey(
  operator: OperatorSnapshot | null,
  thumbprint: string,
  { operator_id, issued_by, now }: OperatorFacts,
): OperatorEvent {
  if (issued_by !== operator_id) throw notYours();
  const key = operator?.keys.find((each) => each.thumbprint === thumbprint);
  if (operator === null || key === undefined) {
    throw new ServiceError('operator.key_refused', { message: 'The operator has no such key.' });
  }
  if (operator.keys.length === 1) {
    const message = 'This is the operator’s last key: add another one first.';
    throw new ServiceError('operator.key_refused', { message });
  }
  const occurred_at = momentAfter(operator.updated_at, now).toISOString();
  return { type: 'service.operator.key_removed', thumbprint: key.thumbprint, occurred_at };
}

type ManagingCommand = Extract<
  OperatorCommand,
  { type: 'operator.renew_invitation' | 'operator.change_roles' | 'operator.remove' }
>;

function manage(
  operator: OperatorSnapshot | null,
  command: ManagingCommand,
  facts: OperatorFacts,
): OperatorEvent[] {
  const { manager, issued_by, now, has_other_owner } = facts;
  // Operators without a role in one of the manager's projects are hidden from it.
  const isSeen = projectsOf(operator?.grants ?? []).some((project) => managesTeam(manager, project));
  if (operator === null || !isSeen) throw new ServiceError('operator.not_found');
  const { expected_version } = command.payload;
  if (expected_version !== null && expected_version !== operator.version) {
    throw conflictWith('operator.version_conflict', operator);
  }
  if (operator.state === 'removed') throw notAllowed(operator);
  const occurred_at = momentAfter(operator.updated_at, now).toISOString();
  const requireOtherOwner = () => {
    const owns = operator.state === 'active' && ownsAllProjects(operator.grants);
    if (owns && !has_other_owner) throw new ServiceError('operator.last_owner');
  };
  switch (command.type) {
    case 'operator.renew_invitation': {
      const { digest, expires_at } = command.payload.invitation;
      requireTeam(manager, projectsOf(operator.grants));
      if (operator.state !== 'invited') throw notAllowed(operator);
      requireInvitation(command.payload.invitation, now);
      const invitation = { digest, expires_at };
      return [
        { type: 'service.operator.invitation_renewed', invitation, invited_by: issued_by, occurred_at },
      ];
    }
    case 'operator.change_roles': {
      const { reason } = command.payload;
      const grants = replaceGrants(operator.grants, command.payload.grants, manager);
      requireProjects(command.payload, facts);
      if (areSame(operator.grants, grants)) return [];
      if (!ownsAllProjects(grants)) requireOtherOwner();
      return [{ type: 'service.operator.roles_changed', grants, reason, changed_by: issued_by, occurred_at }];
    }
    case 'operator.remove': {
      const { reason } = command.payload;
      requireTeam(manager, projectsOf(operator.grants));
      requireOtherOwner();
      return [{ type: 'service.operator.removed', reason, removed_by: issued_by, occurred_at }];
    }
  }
}

function requireNew(operator: OperatorSnapshot | null): void {
  if (operator === null) return;
  const message = 'The operator exists already.';
  throw new ServiceError('operator.transition_not_allowed', { message });
}

function requireProjects(
  { grants }: Pick<InviteOperator, 'grants'>,
  { known_projects }: OperatorFacts,
): void {
  const unknown = grants.findIndex(
    ({ project_id }) => project_id !== null && !known_projects.includes(project_id),
  );
  if (unknown >= 0) throw invalidRequest(`grants[${unknown}].project_id`, 'is no project');
}

function requireKey({ kind, thumbprint }: OperatorKey): void {
  if (!OPERATOR_KEY_KINDS.includes(kind)) throw invalidRequest('key.kind', 'is no kind of key');
  if (!isDigest(thumbprint)) throw invalidRequest('key.thumbprint', 'is no digest');
}

function hasKey({ keys }: OperatorSnapshot, thumbprint: string): boolean {
  return keys.some((key) => key.thumbprint === thumbprint);
}

/** The refusal of a key that is in use. */
export function keyTaken(): ServiceError {
  return new ServiceError('operator.key_refused', { message: 'The key is in use already.' });
}

function notAllowed(operator: OperatorSnapshot): ServiceError {
  const message = `The operator is ${operator.state}, which does not allow this.`;
  return conflictWith('operator.transition_not_allowed', operator, message);
}

function notYours(): ServiceError {
  return new ServiceError('authentication.invalid', { message: 'The issuer may not issue this command.' });
}
