import type { Grant, Session } from '../../api/session.js';
import type { Role } from '../../format/roles.js';

/** The scope of a role: one project, or all of them. */
export interface Place {
  /** Null for all projects, including later ones. */
  id: string | null;
  name: string;
}

const ALL: Place = { id: null, name: 'All projects' };

/** The places where the operator gives and takes roles. */
export function managedPlaces({ operator, projects }: Session): Place[] {
  const own = projects
    .filter(({ capabilities }) => capabilities.includes('team'))
    .map(({ id, name }) => ({ id, name }));
  return operator.capabilities.includes('team') ? [ALL, ...own] : own;
}

/** The role that some grants give at a place; null for none. */
export function roleAt(grants: readonly Grant[], place: Place): Role | null {
  return grants.find(({ project_id: id }) => id === place.id)?.role ?? null;
}

/** The grants with another role at a place. */
export function withRole(grants: readonly Grant[], place: Place, role: Role | null): Grant[] {
  const others = grants.filter(({ project_id: id }) => id !== place.id);
  return role === null ? others : [...others, { project_id: place.id, role }];
}
