import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedServer, type EmbeddedServer } from '@service/platform/embedded-postgres';

/** No test simulates a power failure, so commits need not reach the disk. */
const PARAMETERS = { fsync: 'off', full_page_writes: 'off', max_prepared_transactions: '4' };

interface DatabaseServer {
  server: EmbeddedServer;
  directory: string;
}

const servers = new Map<string, Promise<DatabaseServer>>();

/** The PostgreSQL server of a worker, started when it is first asked for. Each file creates its own databases on it. */
export async function takeDatabaseServer(worker: string): Promise<{ url: string }> {
  const starting = servers.get(worker) ?? start();
  servers.set(worker, starting);
  try {
    return { url: (await starting).server.url };
  } catch (error) {
    // The next file that asks tries again.
    servers.delete(worker);
    throw error;
  }
}

/** @throws AggregateError after all were ended as far as possible. */
export async function endDatabaseServers(): Promise<void> {
  const ending = [...servers.values()].map(async (starting) => {
    const { server, directory } = await starting;
    await server.stop();
    await remove(directory);
  });
  servers.clear();
  const failures = (await Promise.allSettled(ending)).flatMap((end) =>
    end.status === 'rejected' ? [end.reason as unknown] : [],
  );
  if (failures.length > 0) throw new AggregateError(failures, 'A database server was not ended.');
}

async function start(): Promise<DatabaseServer> {
  const directory = await mkdtemp(join(tmpdir(), 'databases-'));
  try {
    const server = await startEmbeddedServer({ directory, database: 'service', parameters: PARAMETERS });
    return { server, directory };
  } catch (error) {
    await remove(directory);
    throw error;
  }
}

function remove(directory: string): Promise<void> {
  return rm(directory, { recursive: true, force: true, maxRetries: 5 });
}
