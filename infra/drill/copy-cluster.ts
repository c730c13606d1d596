import { chown, copyFile, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** What a backup leaves out: WAL comes from the archive, and the rest belongs to the running server. */
const LEFT_OUT =
  /^(?:pg_wal|pg_replslot|pg_stat_tmp|pg_subtrans|pg_notify)\/.|^postmaster\.(?:pid|opts)$|pgsql_tmp/;

/** Copies the files of a running server. The copy is a backup only between `pg_backup_start` and `pg_backup_stop`. */
export async function copyCluster(from: string, to: string): Promise<void> {
  await copyDirectory(from, to, '');
  // A server does not create this directory by itself.
  await makeLike(join(from, 'pg_wal'), join(to, 'pg_wal', 'archive_status'));
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
