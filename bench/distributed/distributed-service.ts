import { join } from 'node:path';
import { findFreePort } from '../../infra/ports.ts';
import { askAt, type Ask } from '../ask.ts';
import {
  INVITATION,
  ROOT,
  adminToken,
  databaseUrlIn,
  environmentFor,
  gatewayUrlIn,
} from '../service-process.ts';
import { startScript } from '../start-script.ts';

/** The service in separate processes: a broker, PostgreSQL, two of each app, and one more gateway. */
export interface DistributedService {
  /** Asks one of the first two gateways, which share a port, with the admin's token. */
  first: Ask;
  /** Asks the added gateway, to see there what was written at another. */
  other: Ask;
  /** Asks the gateway that was added with another credential. */
  otherAs(token: string): Ask;
  databaseUrl: string;
  stop(): Promise<void>;
}

/** The service in separate processes, without the gateway that is added. */
export interface Launched {
  dataDirectory: string;
  /** Id of the process that started the others. */
  pid: number;
  /** Port of its gateways, and port of its broker. */
  port: number;
  kafkaPort: number;
  /** The admin's. */
  token: string;
  stop(): Promise<void>;
}

/** Starts a number of processes of each app on a directory, always with their own broker. */
export async function launchDistributed(dataDirectory: string, replicas: number): Promise<Launched> {
  const kafkaPort = await findFreePort();
  const { pid, found, stop } = await startScript(
    join(ROOT, 'infra/distributed/main.ts'),
    { ...ownServers(dataDirectory), REPLICAS: String(replicas), KAFKA_PORT: String(kafkaPort) },
    INVITATION,
  );
  return { dataDirectory, pid, port: Number(found), kafkaPort, token: adminToken(dataDirectory), stop };
}

function ownServers(dataDirectory: string): NodeJS.ProcessEnv {
  return {
    ...environmentFor(dataDirectory),
    ENVIRONMENT: 'development',
    KAFKA_BROKERS: undefined,
    DATABASE_URL: undefined,
  };
}

/** Starts the service on a directory with two processes of each app, and one more gateway. */
export async function startDistributed(dataDirectory: string): Promise<DistributedService> {
  const launched = await launchDistributed(dataDirectory, 2);
  const { token } = launched;
  try {
    const databaseUrl = databaseUrlIn(dataDirectory);
    const gateway = await startScript(
      join(ROOT, 'dist/verify-api/main.js'),
      {
        ...ownServers(dataDirectory),
        KAFKA_BROKERS: `127.0.0.1:${launched.kafkaPort}`,
        DATABASE_URL: gatewayUrlIn(dataDirectory),
      },
      /is ready on http:\/\/127\.0\.0\.1:(\d+);/,
    );
    const otherAs = (credential: string) => askAt(Number(gateway.found), credential);
    return {
      first: askAt(launched.port, token),
      other: otherAs(token),
      otherAs,
      databaseUrl,
      async stop() {
        await gateway.stop();
        await launched.stop();
      },
    };
  } catch (error) {
    await launched.stop();
    throw error;
  }
}
