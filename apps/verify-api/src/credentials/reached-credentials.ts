import type { CredentialSnapshot } from '@service/contracts';
import { Raw, type FindOptionsWhere } from 'typeorm';
import type { Caller } from '../admission/authentication/caller.js';
import type { CredentialEntity } from '../views/snapshot.entities.js';

/** The members of a caller that decide which credentials it can see. */
export type AskingCredential = Pick<Caller, 'credentialId' | 'projectId' | 'authorities'>;

/**
 * Whether a caller may see a credential of its project. A caller that is limited to some authorities sees itself, and
 * credentials that are limited to a subset of them: it could have issued no others.
 */
export function reachesCredential(
  { credentialId, projectId, authorities }: AskingCredential,
  credential: Pick<CredentialSnapshot, 'id' | 'project_id' | 'authorities'>,
): boolean {
  if (credential.project_id !== projectId) return false;
  if (authorities === null || credential.id === credentialId) return true;
  return credential.authorities?.every((id) => authorities.includes(id)) === true;
}

/** The rows of the credentials that a caller may see, or of one of these. */
export function reachedRows(
  { credentialId, projectId, authorities }: AskingCredential,
  id?: string,
): FindOptionsWhere<CredentialEntity>[] {
  const ofProject = { project_id: projectId as string, ...(id === undefined ? {} : { id }) };
  if (authorities === null) return [ofProject];
  // A credential without limits has the JSON null, which no array contains.
  const limited = Raw((column) => `CAST(${column} AS jsonb) -> 'authorities' <@ CAST(:reached AS jsonb)`, {
    reached: JSON.stringify(authorities),
  });
  const others = { ...ofProject, snapshot: limited };
  return id === undefined || id === credentialId ? [{ ...ofProject, id: credentialId }, others] : [others];
}
