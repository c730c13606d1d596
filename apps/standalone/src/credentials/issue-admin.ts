import { openCredentialCommands } from '@service/credential-authority';
import { newCommand } from '@service/messaging/commands';
import type { CommandTarget } from '@service/platform/commands';
import {
  ADMIN_CAPABILITIES,
  hasCredentials,
  makeToken,
  prepareIssue,
  readPeppers,
} from '@service/verify-api';
import { HOST_ISSUER, actAsHost } from '../host/host-commands.js';

/** A new administrator of a project, and its token. */
export interface IssuedAdmin {
  credentialId: string;
  token: string;
}

/**
 * Issues a credential with everything that an administrator may do, for a project whose own were lost or revoked. Its
 * event and a line in the project's history tell of it.
 * @throws StartError where there is no such project, it is suspended, or the history cannot be written.
 */
export async function issueAdmin(target: CommandTarget, projectId: string): Promise<IssuedAdmin> {
  const { environment, database, settings } = target;
  const gatewayUrl = database.urlOf('verify_api');
  const peppers = await readPeppers(settings, () => hasCredentials(gatewayUrl));
  const token = makeToken('standard', environment, settings.cell);
  const wanted = { name: 'Admin issued on the host', capabilities: ADMIN_CAPABILITIES };
  const { id, payload } = prepareIssue(peppers.newest, projectId, wanted, token);
  const act = { operation: 'credentials.issue', projectId, subject: id };
  await actAsHost(target, act, 'token', ({ pool, authentication, requestId }) => {
    const source = { key: id, project_id: projectId, issued_by: HOST_ISSUER, request_id: requestId };
    const commands = openCredentialCommands(pool, authentication);
    return commands.handle(newCommand('credential.issue', payload, source));
  });
  return { credentialId: id, token };
}
