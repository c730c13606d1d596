import { createReadStream } from 'node:fs';
import { readFile, realpath, stat, writeFile } from 'node:fs/promises';
import { replaceFile } from './durable-file.js';
import { CommandError, reasonOf } from './errors.js';
import { EXIT } from './exit-codes.js';

/** A file's bytes. @throws CommandError where it cannot be read. */
export async function readBytes(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    throw unreadable(file, error);
  }
}

/** A file's text in UTF-8. @throws CommandError where it cannot be read. */
export async function readText(file: string): Promise<string> {
  const bytes = await readBytes(file);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new CommandError(`${file} is not UTF-8.`, { cause: error });
  }
}

/** Writes a command's result to a file, whole or not at all; to a device or a pipe directly. @throws CommandError */
export async function writeOutput(path: string, content: string | Uint8Array): Promise<void> {
  try {
    const found = await stat(path).catch(() => null);
    const target = await realpath(path).catch(() => path);
    const mode = found === null ? 0o666 & ~process.umask() : found.mode & 0o777;
    await (found?.isFile() === false ? writeFile(path, content) : replaceFile(target, content, mode));
  } catch (error) {
    const { unwritten: exitCode } = EXIT;
    throw new CommandError(`${path} cannot be written: ${reasonOf(error)}.`, { cause: error, exitCode });
  }
}

/** Chunks of bytes, and their total size; null where that is unknown. */
export interface ByteSource {
  size: number | null;
  chunks: AsyncIterable<Buffer>;
}

/** A file that may be large, or standard input. @throws CommandError where it cannot be opened. */
export async function openBytes(file: string): Promise<ByteSource> {
  if (file === '-') return { size: null, chunks: process.stdin };
  try {
    const { size } = await stat(file);
    return { size, chunks: readAll(file) };
  } catch (error) {
    throw unreadable(file, error);
  }
}

async function* readAll(file: string): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of createReadStream(file)) yield chunk as Buffer;
  } catch (error) {
    throw unreadable(file, error);
  }
}

function unreadable(file: string, error: unknown): CommandError {
  const { code = 'unknown' } = error as NodeJS.ErrnoException;
  const why = REASONS[code] ?? `cannot be read (${code})`;
  return new CommandError(`${file} ${why}.`, { cause: error });
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'is not there',
  EACCES: 'must not be read',
  EISDIR: 'is a folder',
};
