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
  /** One of the first two gateways, which share a port; with the admin's token. */
  first: Ask;
  /** The gateway that was added, to see there what was written at another. */
  other: Ask;
  /** Asks the gateway that was added with another credential. */
  otherAs(token: string): Ask;
  databaseUrl: string;
  stop(): Promise<void>;
}

/** Starts the service on a directory, always with its own broker. */
export async function startDistributed(dataDirectory: string): Promise<DistributedService> {
  const kafkaPort = await findFreePort();
  const env = {
    ...environmentFor(dataDirectory),
    ENVIRONMENTS: 'development',
    KAFKA_BROKERS: undefined,
    DATABASE_URL_DEVELOPMENT: undefined,
  };
  const launcher = await startScript(
    join(ROOT, 'infra/distributed/main.ts'),
    { ...env, REPLICAS: '2', KAFKA_PORT: String(kafkaPort) },
    INVITATION,
  );
  try {
    const databaseUrl = databaseUrlIn(dataDirectory);
    const gateway = await startScript(
      join(ROOT, 'dist/verify-api/main.js'),
      {
        ...env,
        KAFKA_BROKERS: `127.0.0.1:${kafkaPort}`,
        DATABASE_URL_DEVELOPMENT: gatewayUrlIn(dataDirectory),
      },
      /is ready on http:\/\/127\.0\.0\.1:(\d+);/,
    );
    const token = adminToken(dataDirectory);
    const otherAs = (credential: string) => askAt(Number(gateway.found), credential);
    return {
      first: askAt(Number(launcher.found), token),
      other: otherAs(token),
      otherAs,
      databaseUrl,
      async stop() {
        await gateway.stop();
        await launcher.stop();
      },
    };
  } catch (error) {
    await launcher.stop();
    throw error;
  }
}
