import { ROLES, type RoleGrant } from '@service/contracts';
import type { RoleMap } from '@service/platform/settings';

/**
 * The roles that a claim gives by the settings: for each project the highest one.
 * @param claim a text, or a list of texts; anything else gives nothing.
 */
export function grantedRoles(map: RoleMap, claim: unknown): RoleGrant[] {
  const values = (Array.isArray(claim) ? claim : [claim]).filter((value) => typeof value === 'string');
  const highest = new Map<string | null, RoleGrant>();
  for (const grant of values.flatMap((value) => map.get(value) ?? [])) {
    const held = highest.get(grant.project_id);
    if (held === undefined || ROLES.indexOf(held.role) < ROLES.indexOf(grant.role)) {
      highest.set(grant.project_id, grant);
    }
  }
  return [...highest.values()];
}
