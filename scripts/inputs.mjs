import { createHash } from 'node:crypto';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Builds if an input has changed since the last build.
 * @param record the file that stores the digest of the inputs.
 * @param files that are inputs; the lock file stands for all packages.
 * @param folders whose files are inputs, without tests, types and maps.
 */
export async function buildIfChanged(record, files, folders, build) {
  const digest = await digestOf([...files, ...(await Promise.all(folders.map(filesOf))).flat()]);
  if ((await readFile(record, 'utf8').catch(() => '')) === digest) return;
  await build();
  await writeFile(record, digest);
}

async function digestOf(files) {
  const hash = createHash('sha256');
  for (const file of files.filter(isUsed).sort()) {
    hash.update(`${file}\n`).update(
      createHash('sha256')
        .update(await readFile(file))
        .digest(),
    );
  }
  return hash.digest('hex');
}

async function filesOf(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

function isUsed(file) {
  return !/\.test\.[jt]sx?$|\.d\.ts$|\.map$/.test(file);
}
