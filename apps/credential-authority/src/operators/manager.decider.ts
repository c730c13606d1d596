import {
  capabilitiesIn,
  insufficientScope,
  type CredentialSnapshot,
  type HeldCapability,
  type OperatorSnapshot,
  type RoleGrant,
} from '@service/contracts';
import { requireActive, requireUsable } from '../credentials/issuer.decider.js';

/** Who invites, changes or removes operators, as its own events say: the gateway's view may have been stale. */
export type Manager = ManagerSelf & {
  /** The project that the request names, beyond which it gives and takes nothing; null or missing for none. */
  within?: string | null;
};

type ManagerSelf =
  | { kind: 'host' | 'gateway' }
  | { kind: 'credential'; credential: CredentialSnapshot }
  | { kind: 'operator'; operator: OperatorSnapshot };

/**
 * Checks that a manager is active.
 * @throws ServiceError `authentication.invalid`, `credential.revoked`, `credential.expired`.
 */
export function requireAble(manager: Manager, now: Date): void {
  if (manager.kind === 'operator') requireActive(manager.operator.state);
  if (manager.kind === 'credential') requireUsable(manager.credential, now);
}

/**
 * Whether a manager may grant and withdraw roles in a project; null for all projects. Its state is not checked. A
 * credential here always has `operator`, which covers the whole environment.
 */
export function managesTeam(manager: Manager, projectId: string | null): boolean {
  const { within = null } = manager;
  if (within !== null && within !== projectId) return false;
  switch (manager.kind) {
    case 'host':
      return true;
    case 'gateway':
      return false;
    case 'credential':
      return manager.credential.capabilities.includes('operator');
    case 'operator':
      return capabilitiesIn(manager.operator.grants, projectId).includes('team');
  }
}

/** The projects of somebody's roles. Without roles, only managers of all projects qualify. */
export function projectsOf(grants: readonly RoleGrant[]): readonly (string | null)[] {
  return grants.length === 0 ? [null] : grants.map(({ project_id }) => project_id);
}

/**
 * @throws ServiceError `authority.insufficient_scope` unless it may grant and withdraw roles in all of the projects.
 */
export function requireTeam(manager: Manager, projects: readonly (string | null)[]): void {
  const lacking = projects.find((project) => !managesTeam(manager, project));
  if (lacking === undefined) return;
  const message =
    lacking === null
      ? 'Only owners of all projects and credentials with operator may do this, and where the request names no project.'
      : 'Only owners of each project that this concerns may do this, where the request names no other.';
  throw insufficientScope('team', heldBy(manager, lacking), message);
}

function heldBy(manager: Manager, projectId: string | null): readonly HeldCapability[] {
  if (manager.kind === 'credential') return manager.credential.capabilities;
  return manager.kind === 'operator' ? capabilitiesIn(manager.operator.grants, projectId) : [];
}
