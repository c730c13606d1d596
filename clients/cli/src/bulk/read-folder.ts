import { readdir } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { join, relative, sep } from 'node:path';
import { reasonOf } from '../errors.js';
import { openBytes } from '../files.js';
import { say } from '../output/print.js';
import type { RowSource, InputRow } from './input-row.js';

/**
 * The files of a folder, in the order of their names, as records of their contents: a file’s path names it and is its
 * origin. Symbolic links are not followed.
 */
export async function openFolder(folder: string): Promise<RowSource> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const others = entries.filter((entry) => !entry.isFile() && !entry.isDirectory());
  if (others.length > 0) say(`Left out, as symbolic links or no regular files: ${others.length}`);
  let read = 0;
  const rows = async function* (): AsyncGenerator<InputRow> {
    for (const file of files) {
      const path = relative(folder, file).split(sep).join('/').normalize('NFC');
      const named = { external_id: path, origin: path };
      read += 1;
      try {
        const content_digest = await digestOf(file);
        yield { line: read, value: { ...named, content_digest } };
      } catch (error) {
        yield { line: read, value: named, fault: `${reasonOf(error)}.` };
      }
    }
  };
  return { rows: rows(), size: files.length, read: () => read };
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of (await openBytes(file)).chunks) hash.update(chunk);
  return `sha256:${hash.digest('hex')}`;
}
