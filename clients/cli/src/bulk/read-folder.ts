import { readdir } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { join, relative, sep } from 'node:path';
import { openBytes } from '../files.js';
import type { RowSource, InputRow } from './input-row.js';

/** The files of a folder, in the order of their names, as records of their contents: a file’s path names it and is its origin. */
export async function openFolder(folder: string): Promise<RowSource> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  let read = 0;
  const rows = async function* (): AsyncGenerator<InputRow> {
    for (const file of files) {
      const path = relative(folder, file).split(sep).join('/');
      const hash = createHash('sha256');
      for await (const chunk of (await openBytes(file)).chunks) hash.update(chunk);
      read += 1;
      const content_digest = `sha256:${hash.digest('hex')}`;
      yield { line: read, value: { external_id: path, origin: path, content_digest } };
    }
  };
  return { rows: rows(), size: files.length, read: () => read };
}
