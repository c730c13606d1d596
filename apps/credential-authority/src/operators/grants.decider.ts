import { OPERATOR_BOUNDS, ROLES, invalidRequest, type RoleGrant } from '@service/contracts';
import { managesTeam, requireTeam, type Manager } from './manager.decider.js';

/**
 * Checks the form of roles, and that none is there twice.
 * @throws ServiceError `request.invalid`.
 */
export function requireGrants(grants: readonly RoleGrant[]): void {
  requireCount(grants);
  grants.forEach(({ project_id, role }, index) => {
    const isProject = project_id === null || (typeof project_id === 'string' && project_id !== '');
    if (!isProject)
      throw invalidRequest(`grants[${index}].project_id`, 'must be the id of a project, or null');
    if (!ROLES.includes(role))
      throw invalidRequest(`grants[${index}].role`, `must be one of ${ROLES.join(', ')}`);
    const first = grants.findIndex((each) => each.project_id === project_id && each.role === role);
    if (first < index) throw invalidRequest(`grants[${index}]`, 'is there twice');
  });
}

/**
 * The roles after a manager replaced those that it may grant and withdraw; others stay, even unknown to it.
 * @throws ServiceError `authority.insufficient_scope` where it may not give a role, `request.invalid`.
 */
export function replaceGrants(
  held: readonly RoleGrant[],
  wanted: readonly RoleGrant[],
  manager: Manager,
): RoleGrant[] {
  requireGrants(wanted);
  requireTeam(
    manager,
    wanted.map(({ project_id }) => project_id),
  );
  const others = held.filter(({ project_id }) => !managesTeam(manager, project_id));
  const all = [...others, ...wanted];
  requireCount(all);
  return ordered(all);
}

/** Roles in one order, so that the same ones are equal. */
export function ordered(grants: readonly RoleGrant[]): RoleGrant[] {
  const keyOf = ({ project_id, role }: RoleGrant) => `${project_id ?? ''} ${role}`;
  return grants
    .map(({ project_id, role }) => ({ project_id, role }))
    .sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

/** Whether roles are the same. */
export function areSame(some: readonly RoleGrant[], others: readonly RoleGrant[]): boolean {
  return JSON.stringify(ordered(some)) === JSON.stringify(ordered(others));
}

function requireCount(grants: readonly RoleGrant[]): void {
  if (grants.length <= OPERATOR_BOUNDS.grants) return;
  throw invalidRequest('grants', `must be a list of at most ${OPERATOR_BOUNDS.grants}`);
}
