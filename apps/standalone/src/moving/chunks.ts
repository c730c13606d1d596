import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { sha256Hex } from '@service/evidence/primitives';
import { writeSecretFile } from '@service/platform/data-directory';
import { StartError } from '@service/platform/errors';
import type { SealingKeys } from '@service/platform/sealing-keys';

/** A file of an export with some rows of one table, in the order of its key. */
export interface Chunk {
  file: string;
  table: string;
  rows: number;
  /** Digest of the file, in hexadecimal. */
  sha256: string;
  sealing_key_id: string;
}

/** The values of a row in the order of its columns, as PostgreSQL writes them. */
export type Row = readonly (string | null)[];

const [compress, expand] = [promisify(gzip), promisify(gunzip)];

/** Where a chunk belongs: it cannot be read as another one. */
const contextOf = (exportId: string, file: string) => `export/v1/${exportId}/${file}`;

/**
 * Writes a chunk durably, compressed and encrypted: rows hold addresses, names and the hashes of passwords.
 * @param lines rows as JSON.
 */
export async function writeChunk(
  { folder, exportId, keys }: { folder: string; exportId: string; keys: SealingKeys },
  { file, table }: Pick<Chunk, 'file' | 'table'>,
  lines: readonly string[],
): Promise<Chunk> {
  const content = await compress(lines.join('\n'), { level: 3 });
  const { sealing_key_id, sealed } = keys.encryptBytes(content, contextOf(exportId, file));
  await writeSecretFile(join(folder, file), sealed);
  return { file, table, rows: lines.length, sha256: sha256Hex(sealed), sealing_key_id };
}

/** @throws StartError where the file of a chunk is missing or was changed. */
export async function requireWhole({ folder }: { folder: string }, { file, sha256 }: Chunk): Promise<void> {
  const path = join(folder, file);
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash).catch((error: unknown) => {
    throw unreadable(path, error);
  });
  if (hash.digest('hex') !== sha256) throw changed(path);
}

const unreadable = (path: string, cause: unknown) =>
  new StartError(`The export's file ${path} cannot be read.`, { cause });
const changed = (path: string) =>
  new StartError(`The export's file ${path} has another SHA-256 than its manifest says.`);

/**
 * The rows of a chunk as one JSON text.
 * @throws StartError where the file is missing or was changed.
 * @throws DecryptionError where its sealing key is missing.
 */
export async function readChunk(
  { folder, exportId, keys }: { folder: string; exportId: string; keys: SealingKeys },
  { file, sha256, sealing_key_id }: Chunk,
): Promise<Row[]> {
  const path = join(folder, file);
  const sealed = await readFile(path).catch((error: unknown) => {
    throw unreadable(path, error);
  });
  if (sha256Hex(sealed) !== sha256) throw changed(path);
  const content = keys.decryptBytes({ sealing_key_id, sealed }, contextOf(exportId, file));
  const lines = (await expand(content)).toString('utf8').split('\n');
  return lines.map((line) => JSON.parse(line) as Row);
}
