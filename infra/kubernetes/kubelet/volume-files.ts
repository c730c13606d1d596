import { chown, mkdir, readdir, readFile, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Content by path below the volume. */
export type VolumeFiles = ReadonlyMap<string, Buffer>;

const CURRENT = '..data';

/**
 * Writes the files of a Secret or a ConfigMap as the kubelet does: into a new directory, to which the link `..data` then
 * leads. So a reader sees either all old files or all new ones, and a mounted directory shows the change.
 * @param group that may read them.
 * @returns whether anything changed.
 */
export async function writeVolumeFiles(
  directory: string,
  files: VolumeFiles,
  group: number,
): Promise<boolean> {
  await mkdir(directory, { recursive: true });
  const former = await readlink(join(directory, CURRENT)).catch(() => undefined);
  if (former !== undefined && (await isSame(join(directory, former), files))) return false;
  const next = `..${new Date().toISOString().replaceAll(/[-:T.]/g, '_')}`;
  for (const [path, content] of files) {
    const file = join(directory, next, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content, { mode: 0o644 });
    await chown(file, process.getuid?.() ?? 0, group);
  }
  await symlink(next, join(directory, `${CURRENT}_tmp`));
  await rename(join(directory, `${CURRENT}_tmp`), join(directory, CURRENT));
  for (const path of files.keys()) {
    const [name = ''] = path.split('/');
    await symlink(join(CURRENT, name), join(directory, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
  if (former !== undefined) await rm(join(directory, former), { recursive: true });
  return true;
}

async function isSame(directory: string, files: VolumeFiles): Promise<boolean> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  if (entries.filter((entry) => entry.isFile()).length !== files.size) return false;
  for (const [path, content] of files) {
    const written = await readFile(join(directory, path)).catch(() => undefined);
    if (written?.equals(content) !== true) return false;
  }
  return true;
}
