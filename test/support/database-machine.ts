import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startEmbeddedServer } from '@service/platform/embedded-postgres';
import { takeBaseBackup, writeForServer } from '../../infra/drill/base-backup.ts';
import { findFreePort } from '../../infra/ports.ts';
import { waitForEnd } from '../../infra/processes.ts';
import { queryDatabase } from './databases.ts';

const run = promisify(execFile);

/** The settings of every server here. No test simulates a power failure. */
const SETTINGS = {
  fsync: 'off',
  max_connections: '300',
  wal_keep_size: '256MB',
  unix_socket_directories: '',
};

/** A machine with a PostgreSQL server, which can be a primary or the standby of another one. */
export class DatabaseMachine {
  private constructor(
    /** Name by which a primary knows this one as its standby. */
    readonly name: string,
    readonly port: number,
    private readonly cluster: string,
    private readonly programs: string,
    private readonly password: string,
  ) {}

  /** A running primary without a standby. */
  static async primary(root: string, name: string): Promise<DatabaseMachine> {
    const directory = join(root, name);
    await chmod(root, 0o755);
    await mkdir(directory);
    const made = await startEmbeddedServer({ directory, database: 'postgres' });
    const [row] = await queryDatabase<{ setting: string }>(
      made.url,
      `SELECT setting FROM pg_config WHERE name = 'BINDIR'`,
    );
    await made.stop();
    await chmod(directory, 0o755);
    const { password } = new URL(made.url);
    const place = join(directory, 'postgres');
    const machine = new DatabaseMachine(name, await findFreePort(), place, row?.setting ?? '', password);
    await machine.configure({});
    await machine.start();
    return machine;
  }

  /** Another machine, as a standby of this one that has caught up. */
  async addStandby(name: string): Promise<DatabaseMachine> {
    const place = join(this.cluster, '..', '..', name, 'postgres');
    await mkdir(join(place, '..'));
    const standby = new DatabaseMachine(name, await findFreePort(), place, this.programs, this.password);
    await standby.follow(this);
    return standby;
  }

  /** Replaces what this machine has, and must not run with, by a base backup of the primary, and follows it. */
  async follow(primary: DatabaseMachine): Promise<void> {
    await this.end();
    await rm(this.cluster, { recursive: true, force: true });
    const draft = `${this.cluster}.new`;
    await takeBaseBackup(primary.url, primary.cluster, draft);
    await rename(draft, this.cluster);
    await writeForServer(this.cluster, 'standby.signal', '');
    const parts = { host: '127.0.0.1', port: primary.port, user: 'postgres', password: primary.password };
    const words = Object.entries({ ...parts, application_name: this.name }).map(
      ([key, value]) => `${key}=${value}`,
    );
    await this.configure({ primary_conninfo: words.join(' '), wal_retrieve_retry_interval: '200ms' });
    await this.start();
  }

  /** URL with the superuser's name and password. */
  get url(): string {
    return `postgres://postgres:${this.password}@127.0.0.1:${this.port}/postgres`;
  }

  query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    return queryDatabase<Row>(this.url, text, values);
  }

  /** From now on a commit waits for these standbys; for none where there are none. */
  async waitFor(...standbys: DatabaseMachine[]): Promise<void> {
    const names = standbys.map(({ name }) => name).join(', ');
    await this.query(`ALTER SYSTEM SET synchronous_standby_names = '${names}'`);
    await this.query('SELECT pg_reload_conf()');
  }

  /** State of a standby of this primary; undefined where it does not stream. */
  async standing({ name }: DatabaseMachine): Promise<string | undefined> {
    const text = `SELECT sync_state FROM pg_stat_replication WHERE application_name = $1 AND state = 'streaming'`;
    return (await this.query<{ sync_state: string }>(text, [name]))[0]?.sync_state;
  }

  /** Resolves when it accepts connections, as a standby only those that read. */
  start(): Promise<void> {
    return this.control('start', '-l', join(this.cluster, 'server.log'));
  }

  /** Shuts down: a standby that streams then has everything. */
  stop(): Promise<void> {
    return this.control('stop', '-m', 'fast');
  }

  /** Resolves when this standby takes writes. */
  promote(): Promise<void> {
    return this.control('promote');
  }

  /** kill -9 of the postmaster, with which its processes end. */
  async kill(): Promise<void> {
    const file = join(this.cluster, 'postmaster.pid');
    const [postmaster] = (await readFile(file, 'utf8')).split('\n').map(Number);
    if (postmaster === undefined) throw new Error('The server does not run.');
    const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8');
    process.kill(postmaster, 'SIGKILL');
    await waitForEnd([postmaster, ...children.trim().split(' ').map(Number)], 10_000);
    // A process that nobody has asked for its end yet would pass for a running server.
    await rm(file);
  }

  /** Ends the server where it runs. */
  async end(): Promise<void> {
    await this.control('stop', '-m', 'immediate').catch(() => undefined);
  }

  private async configure(settings: Record<string, string>): Promise<void> {
    const all = { ...SETTINGS, listen_addresses: '127.0.0.1', port: String(this.port), ...settings };
    const lines = Object.entries(all).map(([name, value]) => `${name} = '${value}'\n`);
    await writeForServer(this.cluster, 'postgresql.auto.conf', lines.join(''));
  }

  private async control(action: string, ...words: string[]): Promise<void> {
    const { uid, gid } = await stat(this.cluster);
    const parameters = [action, '-D', this.cluster, '-w', '-t', '60', ...words];
    await run(join(this.programs, 'pg_ctl'), parameters, {
      // A server refuses to run as the superuser.
      ...(process.getuid?.() === 0 && { uid, gid }),
      cwd: '/',
      env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
    });
  }
}
