import { ServiceError } from '@service/contracts';
import { reaches, type AskingCaller } from '../views/asking-caller.js';
import type { DirectoryAuthority } from '../views/directory.js';
import type { GatewayViews } from '../views/gateway-views.js';

/** @throws ServiceError `authority.not_found`, also for an authority that the caller does not reach. */
export async function knownAuthority(
  { directory, justWritten }: Pick<GatewayViews, 'directory' | 'justWritten'>,
  caller: AskingCaller,
  id: string,
): Promise<DirectoryAuthority> {
  const found = await justWritten.find(caller, 'authority', id, () => {
    const known = directory.authority(id);
    return known?.snapshot.project_id === caller.projectId && reaches(caller, id) ? known : null;
  });
  if (found === null) throw new ServiceError('authority.not_found');
  return found;
}
