import { access, chmod, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive, startEmbeddedServer, type EmbeddedServer } from '@service/platform/embedded-postgres';
import { waitFor } from '@service/platform/waiting';
import pg from 'pg';
import { takeBaseBackup, writeForServer } from './base-backup.ts';

const DATABASE = 'records';
const PASSWORD = 'known-to-the-drill';
/** Milliseconds for a segment to be archived, and for a recovery to end. */
const PATIENCE = 60_000;

/** Values that distinguish a restored server from the one before it. */
export interface ServerIdentity {
  /** System identifier of the cluster, which a restore keeps. */
  system: string;
  /** Rises with each restore and each promotion. */
  timeline: number;
  /** Id of the next transaction, which a restore puts back. */
  next_transaction: string;
}

/** A PostgreSQL server that archives its WAL, as docs/backup.md sets it up. Its programs are those of the npm package. */
export class ArchivedServer {
  private server: EmbeddedServer | undefined;
  private readonly directory: string;
  private readonly archive: string;
  private readonly backup: string;

  /** @param root a directory of the drill. */
  constructor(root: string) {
    this.directory = join(root, 'server');
    this.archive = join(root, 'archive');
    this.backup = join(root, 'backup');
  }

  /** URL for the service, with the role that owns the database. */
  get ownerUrl(): string {
    return Object.assign(new URL(this.url), { username: `${DATABASE}_owner`, password: PASSWORD }).href;
  }

  /** Makes a cluster, and the database as docs/databases.md says. */
  async start(): Promise<void> {
    await mkdir(this.archive, { recursive: true });
    // The server may run as another user than the drill.
    await chmod(this.archive, 0o777);
    await this.open({});
    await this.run(`CREATE ROLE ${DATABASE}_owner LOGIN CREATEROLE PASSWORD '${PASSWORD}'`);
    await this.run(`GRANT pg_read_all_stats TO ${DATABASE}_owner WITH ADMIN OPTION`);
    await this.run(`ALTER DATABASE ${DATABASE} OWNER TO ${DATABASE}_owner`);
  }

  async backUp(): Promise<void> {
    await takeBaseBackup(this.url, this.cluster, this.backup);
  }

  /** Resolves when all that was committed so far is in the archive. */
  async archiveAll(): Promise<void> {
    const [row] = await this.run<{ segment: string }>('SELECT pg_walfile_name(pg_switch_wal()) AS segment');
    const archived = join(this.archive, row?.segment ?? '');
    const isThere = () =>
      access(archived).then(
        () => true,
        () => undefined,
      );
    if ((await waitFor(isThere, PATIENCE)) !== true) throw new Error(`${archived} was not archived.`);
  }

  /** Kills the server and removes its files. */
  async destroy(): Promise<void> {
    const postmaster = Number((await readFile(join(this.cluster, 'postmaster.pid'), 'utf8')).split('\n')[0]);
    process.kill(postmaster, 'SIGKILL');
    const ended = async () => ((await isAlive(postmaster)) ? undefined : true);
    if ((await waitFor(ended, PATIENCE)) !== true) throw new Error('The database server does not end.');
    await this.server?.release().catch(() => undefined);
    await rm(this.cluster, { recursive: true });
  }

  /**
   * Recovers the backup and the archived WAL, to a moment or to the end, on the same port.
   * @param until a time of the database; null for the end.
   */
  async restore(until: string | null): Promise<void> {
    await writeForServer(this.backup, 'recovery.signal', '');
    await rename(this.backup, this.cluster);
    const target = until === null ? {} : { recovery_target_time: until, recovery_target_action: 'promote' };
    await this.open({ ...target, restore_command: `cp ${this.archive}/%f %p` });
    const recovered = async () => {
      const [row] = await this.run<{ over: boolean }>('SELECT NOT pg_is_in_recovery() AS over');
      return row?.over === true ? true : undefined;
    };
    if ((await waitFor(recovered, PATIENCE)) !== true) throw new Error('The recovery does not end.');
  }

  async stop(): Promise<void> {
    await this.server?.stop();
  }

  async identity(): Promise<ServerIdentity> {
    const [row] = await this.run<ServerIdentity>(
      `SELECT (SELECT system_identifier::text FROM pg_control_system()) AS system,
         ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer AS timeline,
         pg_snapshot_xmax(pg_current_snapshot())::text AS next_transaction`,
    );
    if (row === undefined) throw new Error('The server does not tell what it is.');
    return row;
  }

  /** Runs a statement as the superuser. */
  async run<Row extends object>(text: string): Promise<Row[]> {
    const client = new pg.Client({ connectionString: this.url });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  }

  private get cluster(): string {
    return join(this.directory, 'postgres');
  }

  private get url(): string {
    if (this.server === undefined) throw new Error('The database server was not started.');
    return Object.assign(new URL(this.server.url), { pathname: `/${DATABASE}` }).href;
  }

  private async open(parameters: Record<string, string>): Promise<void> {
    const archived = `${this.archive}/%f`;
    this.server = await startEmbeddedServer({
      directory: this.directory,
      database: DATABASE,
      parameters: {
        archive_mode: 'on',
        archive_timeout: '60s',
        // A segment appears under its name when it is whole, and never replaces another.
        archive_command: `test ! -f ${archived} && cp %p ${archived}.part && mv ${archived}.part ${archived}`,
        ...parameters,
      },
    });
  }
}
