import { ServiceError } from '@service/contracts';
import { reaches, type AskingCaller } from '../views/asking-caller.js';
import type { Directory, DirectoryAuthority } from '../views/directory.js';

/** @throws ServiceError `authority.not_found`, also for an authority that the caller does not reach. */
export function knownAuthority(directory: Directory, caller: AskingCaller, id: string): DirectoryAuthority {
  const known = directory.authority(id);
  if (known?.snapshot.project_id !== caller.projectId || !reaches(caller, id)) {
    throw new ServiceError('authority.not_found');
  }
  return known;
}
