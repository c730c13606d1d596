import { capabilitiesIn, isOperatorId, type OperatorSnapshot, type RoleGrant } from '@service/contracts';
import type { Call } from '../interface/call.js';
import type { Directory } from '../views/directory.js';

/** Whether a caller gives and takes roles for a project; null stands for all projects. */
export type ManagedTeam = (projectId: string | null) => boolean;

type AskingManager = Pick<Call, 'credentialId' | 'capabilities'> & { readonly projectId: string | null };

/**
 * The projects for which a caller may see, give and take roles: only the named one where it names a project. The
 * operators' owner checks this again by its own events.
 */
export function managedTeam(
  directory: Pick<Directory, 'operator'>,
  { credentialId, capabilities, projectId: within }: AskingManager,
): ManagedTeam {
  const grants = isOperatorId(credentialId) ? (directory.operator(credentialId)?.grants ?? []) : null;
  return (projectId) => {
    if (within !== null && within !== projectId) return false;
    if (grants === null) return capabilities.includes('operator');
    return capabilitiesIn(grants, projectId).includes('team');
  };
}

/** The roles of an operator that a manager sees. */
export function seenGrants({ grants }: Pick<OperatorSnapshot, 'grants'>, manages: ManagedTeam): RoleGrant[] {
  return grants.filter(({ project_id }) => manages(project_id));
}

/** Whether a manager sees an operator. One without roles, such as a removed one, is seen by managers of all projects. */
export function isSeen(operator: OperatorSnapshot, manages: ManagedTeam): boolean {
  return manages(null) || seenGrants(operator, manages).length > 0;
}
