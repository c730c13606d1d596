import { join } from 'node:path';
import { findFreePort } from '../../infra/ports.ts';
import { INVITATION, ROOT, adminToken, environmentFor } from '../service-process.ts';
import { startScript } from '../../infra/start-script.ts';

/** The service in separate processes: a broker, PostgreSQL, and some of each app. */
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
export async function launchDistributed(
  dataDirectory: string,
  replicas: number,
  others: NodeJS.ProcessEnv = {},
): Promise<Launched> {
  const kafkaPort = await findFreePort();
  const settings = {
    ...environmentFor(dataDirectory),
    ...others,
    ENVIRONMENT: 'development',
    KAFKA_BROKERS: undefined,
    DATABASE_URL: undefined,
    REPLICAS: String(replicas),
    KAFKA_PORT: String(kafkaPort),
  };
  const script = join(ROOT, 'infra/distributed/main.ts');
  const { pid, found, stop } = await startScript(script, settings, INVITATION);
  return { dataDirectory, pid, port: Number(found[0]), kafkaPort, token: adminToken(dataDirectory), stop };
}
