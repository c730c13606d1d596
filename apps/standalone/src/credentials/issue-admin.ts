import { ServiceError, newId } from '@service/contracts';
import { openCredentialCommands } from '@service/credential-authority';
import { HistoryWriter } from '@service/history';
import { readEventAuthentications } from '@service/messaging';
import { newCommand } from '@service/messaging/commands';
import type { CommandTarget } from '@service/platform/commands';
import { StartError } from '@service/platform/errors';
import { createPool } from '@service/platform/postgres';
import {
  ADMIN_CAPABILITIES,
  hasCredentials,
  makeToken,
  prepareIssue,
  readPeppers,
} from '@service/verify-api';
import type { Pool } from 'pg';

/** A new administrator of a project, and its token. */
export interface IssuedAdmin {
  credentialId: string;
  token: string;
}

/** What the history names as the actor: somebody who may run commands on the host. */
const HOST = { type: 'service', id: 'host' } as const;
const HOST_ISSUER = 'service:host';

/**
 * Issues a credential with everything that an administrator may do, for a project whose own were lost or revoked. Its
 * event and a line in the project's history tell of it.
 * @throws StartError where there is no such project, it is suspended, or the history cannot be written.
 */
export async function issueAdmin(target: CommandTarget, projectId: string): Promise<IssuedAdmin> {
  const { environment, database, settings, logger } = target;
  const gatewayUrl = database.urlOf('verify_api');
  const peppers = await readPeppers(settings, environment, () => hasCredentials(gatewayUrl));
  const token = makeToken('standard', environment, settings.cell);
  const wanted = { name: 'Admin issued on the host', capabilities: ADMIN_CAPABILITIES };
  const { id, payload } = prepareIssue(peppers.newest, projectId, wanted, token);
  const logs = ['credential_authority'] as const;
  const authentications = await readEventAuthentications({ settings, environment, logs, logger });
  const options = { max: 2, applicationName: 'credentials', logger };
  const ownerPool = createPool(database.urlOf('credential_authority'), options);
  const historyPool = createPool(gatewayUrl, options);
  const requestId = newId('request');
  const began = performance.now();
  try {
    const source = { key: id, project_id: projectId, issued_by: HOST_ISSUER, request_id: requestId };
    const commands = openCredentialCommands(ownerPool, authentications.credential_authority);
    await commands.handle(newCommand('credential.issue', payload, source));
    const history = new HistoryWriter(historyPool, logger);
    const durable = await new Promise<boolean>((resolve) => {
      history.record(
        {
          requestId,
          projectId,
          channel: 'events',
          actor: HOST,
          operation: 'credential.issue',
          subjects: [id],
          items: 1,
          status: 201,
          errorCode: null,
          duration: performance.now() - began,
          client: null,
        },
        resolve,
      );
    });
    await history.stop();
    if (!durable)
      throw new StartError('The history could not be written, so the token is not shown. Try again.');
    return { credentialId: id, token };
  } catch (error) {
    if (error instanceof ServiceError) throw new StartError(error.message, { cause: error });
    throw error;
  } finally {
    await Promise.all([ownerPool, historyPool].map((pool: Pool) => pool.end()));
  }
}
