import { ServiceError, newId, type ServiceIssuer } from '@service/contracts';
import { HistoryWriter } from '@service/history';
import { readEventAuthentications } from '@service/messaging';
import type { CommandTarget } from '@service/platform/commands';
import { StartError } from '@service/platform/errors';
import { createPool } from '@service/platform/postgres';
import { refuseOnCopy } from '@service/platform/settings';
import type { EventAuthentication } from '@service/event-store';
import type { Pool } from 'pg';

/** The name that commands of the host are issued under. */
export const HOST_ISSUER: ServiceIssuer = 'service:host';
/** The actor in the history: somebody who may run commands on the host. */
const HOST = { type: 'service', id: 'host' } as const;

/** What a command of the host did, for the history. */
export interface HostAct {
  operation: string;
  /** The project in whose history it stands; null for an act that concerns all projects. */
  projectId: string | null;
  subject: string;
}

/** What a command of the host works with. */
export interface HostTools {
  /** With the role of credential-authority. */
  pool: Pool;
  /** Makes and checks the codes of its events. */
  authentication: EventAuthentication;
  requestId: string;
}

/**
 * Runs a command of the host, and writes it to the history before its result is shown. @param shown name of the result,
 * for the error message.
 * @throws StartError what the owner refused with; where the history cannot be written; on a restored copy.
 */
export async function actAsHost(
  { database, settings, logger }: CommandTarget,
  act: HostAct,
  shown: string,
  work: (tools: HostTools) => Promise<unknown>,
): Promise<void> {
  refuseOnCopy(settings, 'nobody is given rights on a copy');
  const logs = ['credential_authority'] as const;
  const authentications = await readEventAuthentications({ settings, logs, logger });
  const options = { max: 2, applicationName: act.operation, logger };
  const pool = createPool(database.urlOf('credential_authority'), options);
  const historyPool = createPool(database.urlOf('verify_api'), options);
  const requestId = newId('request');
  const began = performance.now();
  try {
    await work({ pool, authentication: authentications.credential_authority, requestId });
    const history = new HistoryWriter(historyPool, logger);
    const durable = await new Promise<boolean>((resolve) => {
      history.record(
        {
          requestId,
          projectId: act.projectId,
          channel: 'events',
          actor: HOST,
          operation: act.operation,
          subjects: [act.subject],
          items: 1,
          status: 201,
          errorCode: null,
          duration: performance.now() - began,
          client: null,
        },
        Infinity,
        resolve,
      );
    });
    await history.stop();
    if (!durable) {
      throw new StartError(`The history could not be written, so the ${shown} is not shown. Try again.`);
    }
  } catch (error) {
    if (error instanceof ServiceError) throw new StartError(error.message, { cause: error });
    throw error;
  } finally {
    await Promise.all([pool, historyPool].map((each) => each.end()));
  }
}
