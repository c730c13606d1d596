import { createHash } from 'node:crypto';
import type {
  CredentialSnapshot,
  OperatorEvent,
  OperatorKey,
  OperatorSnapshot,
  Role,
  RoleGrant,
} from '@service/contracts';
import type { Digest } from '@service/evidence';
import { evolve, type OperatorFacts } from '../operators/operator.decider.js';
import type { Manager } from '../operators/manager.decider.js';
import { credentialAfter, issuedWith } from './sample-credential.js';

/** When sample operators are invited, and the moments after that. */
export const at = (minute: number): string => new Date(Date.UTC(2026, 10, 24, 12, minute)).toISOString();

export const digestOf = (name: string): Digest => `sha256:${createHash('sha256').update(name).digest('hex')}`;

/** A role for a project; for all of them where it is null. */
export const role = (name: Role, project_id: string | null): RoleGrant => ({ project_id, role: name });

export const passkey = (name: string): OperatorKey => ({ kind: 'passkey', thumbprint: digestOf(name) });

/** An invitation that is valid for half an hour. */
export const invitation = (name: string, minute = 0) => ({
  digest: digestOf(name),
  expires_at: at(minute + 30),
});

export const invitedWith = (
  grants: RoleGrant[],
  invited_by = 'service:host',
  operator_id = 'opr_1',
): OperatorEvent => ({
  type: 'service.operator.invited',
  operator_id,
  grants,
  invitation: invitation('link'),
  invited_by,
  occurred_at: at(0),
});

export const keyAdded = (name: string, minute: number): OperatorEvent => ({
  type: 'service.operator.key_added',
  key: passkey(name),
  occurred_at: at(minute),
});

export function operatorAfter(...events: OperatorEvent[]): OperatorSnapshot {
  return events.reduce<OperatorSnapshot | null>(evolve, null) as OperatorSnapshot;
}

/** An active operator with some roles. */
export const activeWith = (id: string, ...grants: RoleGrant[]): OperatorSnapshot =>
  operatorAfter(invitedWith(grants, 'service:host', id), keyAdded(`key of ${id}`, 1));

/** An active operator who acts on others. */
export const operatorWith = (...grants: RoleGrant[]): Manager => ({
  kind: 'operator',
  operator: activeWith('opr_0', ...grants),
});

/** A credential that acts on operators. */
export const credentialWith = (terms: Partial<CredentialSnapshot>): Manager => ({
  kind: 'credential',
  credential: credentialAfter(
    issuedWith({ credential_id: 'crd_0', project_id: null, capabilities: ['operator'], ...terms }),
  ),
});

/** The facts of decisions on what an owner of all projects commands. */
export const operatorFacts = (minute: number, changes: Partial<OperatorFacts> = {}): OperatorFacts => ({
  now: new Date(at(minute)),
  operator_id: 'opr_1',
  issued_by: 'opr_0',
  manager: operatorWith(role('owner', null)),
  inviter: { kind: 'host' },
  has_other_owner: true,
  known_projects: ['prj_1', 'prj_2'],
  ...changes,
});
