import type { HeldCapability } from './capabilities.js';

/** Roles in a project. Each includes the capabilities of the one before; `auditor` only reads. */
export const ROLES = ['auditor', 'operator', 'admin', 'owner'] as const;
export type Role = (typeof ROLES)[number];

/** A role for a project; for all projects, including later ones, if `project_id` is null. */
export interface RoleGrant {
  project_id: string | null;
  role: Role;
}

/** Capabilities of each role in its project. */
export const ROLE_CAPABILITIES = {
  auditor: ['verify', 'read', 'audit'],
  operator: ['verify', 'read', 'write', 'share', 'subscribe'],
  admin: ['verify', 'read', 'write', 'share', 'subscribe', 'manage', 'audit'],
  owner: ['verify', 'read', 'write', 'share', 'subscribe', 'manage', 'audit', 'team'],
} as const satisfies Record<Role, readonly HeldCapability[]>;

/** Capabilities of an owner of all projects in the whole environment. */
const WITHOUT_PROJECT: readonly HeldCapability[] = ['operator', 'team'];

/**
 * The capabilities that grants give in a project; without a project, those for the whole environment, which only owners
 * of all projects have. `operator` exists only there: like credentials with it, it gives no rights inside projects.
 */
export function capabilitiesIn(grants: readonly RoleGrant[], projectId: string | null): HeldCapability[] {
  if (projectId === null) return ownsAllProjects(grants) ? [...WITHOUT_PROJECT] : [];
  return [...new Set(rolesIn(grants, projectId).flatMap((role) => ROLE_CAPABILITIES[role]))];
}

/** The roles that grants give in a project. */
export function rolesIn(grants: readonly RoleGrant[], projectId: string): Role[] {
  const given = grants.filter(({ project_id }) => project_id === null || project_id === projectId);
  return ROLES.filter((role) => given.some((grant) => grant.role === role));
}

/** Whether grants make an owner of all projects; only such an owner can appoint another. */
export function ownsAllProjects(grants: readonly RoleGrant[]): boolean {
  return grants.some(({ project_id, role }) => project_id === null && role === 'owner');
}
