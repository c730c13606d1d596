import { appendFile, chmod, chown, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbeddedServer, type EmbeddedServer } from '@service/platform/embedded-postgres';
import pg from 'pg';
import type { Certificate } from './certificates.ts';

const DATABASE = 'records';

/** A PostgreSQL server outside of the cluster, which takes pods only over TLS. */
export class DatabaseServer {
  private server: EmbeddedServer | undefined;
  private readonly directory: string;

  constructor(directory: string) {
    this.directory = directory;
  }

  /**
   * @param host the address at which pods find it.
   * @param range the addresses of pods.
   */
  async start(host: string, range: string, { certificate, key }: Certificate): Promise<void> {
    this.server = await startEmbeddedServer({
      directory: this.directory,
      database: DATABASE,
      parameters: { listen_addresses: `127.0.0.1,${host}` },
    });
    const cluster = join(this.directory, 'postgres');
    const { uid, gid } = await stat(cluster);
    for (const [name, text] of [
      ['server.crt', certificate],
      ['server.key', key],
    ] as const) {
      const file = join(cluster, name);
      await writeFile(file, text);
      await chown(file, uid, gid);
      await chmod(file, 0o600);
    }
    await appendFile(join(cluster, 'pg_hba.conf'), `hostssl all all ${range} scram-sha-256\n`);
    await this.query('ALTER SYSTEM SET ssl = on');
    await this.query('SELECT pg_reload_conf()');
  }

  /** With the port, as pods find it. */
  hostFor(host: string): string {
    return `${host}:${new URL(this.url).port}`;
  }

  /** Makes the role that owns the database, as docs/databases.md says. */
  async createOwner(name: string, password: string): Promise<void> {
    await this.query(`CREATE ROLE ${name} LOGIN CREATEROLE PASSWORD '${password}'`);
    await this.query(`GRANT pg_read_all_stats TO ${name} WITH ADMIN OPTION`);
    await this.query(`ALTER DATABASE ${DATABASE} OWNER TO ${name}`);
  }

  async query(text: string): Promise<unknown[]> {
    const client = new pg.Client({ connectionString: this.url });
    await client.connect();
    try {
      return (await client.query(text)).rows as unknown[];
    } finally {
      await client.end();
    }
  }

  async stop(): Promise<void> {
    await this.server?.stop();
  }

  private get url(): string {
    if (this.server === undefined) throw new Error('The database server has not been started.');
    return this.server.url;
  }
}
