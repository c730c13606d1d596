import { chown, copyFile, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

/** What a backup leaves out: WAL comes from the archive, and the rest belongs to the running server. */
const LEFT_OUT =
  /^(?:pg_wal|pg_replslot|pg_stat_tmp|pg_subtrans|pg_notify)\/.|^postmaster\.(?:pid|opts)$|pgsql_tmp/;

/** Copies a running server’s files, between the two calls that make such a copy a backup. */
export async function takeBaseBackup(url: string, cluster: string, backup: string): Promise<void> {
  const session = new pg.Client({ connectionString: url });
  await session.connect();
  try {
    // One session holds the backup open.
    await session.query(`SELECT pg_backup_start('base backup', true)`);
    await copyDirectory(cluster, backup, '');
    // A server does not create this directory by itself.
    await makeLike(join(cluster, 'pg_wal'), join(backup, 'pg_wal', 'archive_status'));
    const { rows } = await session.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop()');
    await writeForServer(backup, 'backup_label', rows[0]?.labelfile ?? '');
  } finally {
    await session.end();
  }
}

/** Writes a file of a cluster, which the server’s user can read. */
export async function writeForServer(cluster: string, name: string, content: string): Promise<void> {
  const path = join(cluster, name);
  const { uid, gid } = await stat(cluster);
  await writeFile(path, content, { mode: 0o600 });
  await chown(path, uid, gid);
}

async function copyDirectory(from: string, to: string, path: string): Promise<void> {
  await makeLike(join(from, path), join(to, path));
  for (const entry of await readdir(join(from, path), { withFileTypes: true })) {
    const inner = path === '' ? entry.name : `${path}/${entry.name}`;
    if (LEFT_OUT.test(inner)) continue;
    if (entry.isDirectory()) await copyDirectory(from, to, inner);
    else await copyOne(join(from, inner), join(to, inner));
  }
}

async function makeLike(from: string, to: string): Promise<void> {
  const { uid, gid } = await stat(from);
  await mkdir(to, { recursive: true, mode: 0o700 });
  await chown(to, uid, gid);
}

/** The server may remove a file meanwhile; the WAL then records the removal. */
async function copyOne(from: string, to: string): Promise<void> {
  try {
    const { uid, gid } = await stat(from);
    await copyFile(from, to);
    await chown(to, uid, gid);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
