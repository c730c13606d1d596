import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedServer, type EmbeddedServer } from '@service/platform/embedded-postgres';

/** No test takes the machine's power away: what is committed need not reach the disk. */
const NOT_DURABLE = { fsync: 'off', full_page_writes: 'off' };

interface DatabaseServer {
  server: EmbeddedServer;
  directory: string;
}

const servers = new Map<string, Promise<DatabaseServer>>();

/** The PostgreSQL server of a worker, started when it is first asked for. Files create databases of their own on it. */
export async function takeDatabaseServer(worker: string): Promise<{ url: string }> {
  const starting = servers.get(worker) ?? start();
  servers.set(worker, starting);
  return { url: (await starting).server.url };
}

export async function endDatabaseServers(): Promise<void> {
  const started = await Promise.all(servers.values());
  servers.clear();
  for (const { server, directory } of started) {
    await server.stop();
    await rm(directory, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function start(): Promise<DatabaseServer> {
  const directory = await mkdtemp(join(tmpdir(), 'databases-'));
  const server = await startEmbeddedServer({ directory, database: 'service', parameters: NOT_DURABLE });
  return { server, directory };
}
