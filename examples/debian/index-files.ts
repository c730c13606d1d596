import { spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { parsePackages, type DebianPackage } from './packages.ts';

const LISTS = '/var/lib/apt/lists';
const APT_HELPER = '/usr/lib/apt/apt-helper';
const LIST_FILE = /^(.+)_Packages(?:\.\w+)?$/;

/** The package indexes that this machine has fetched. */
export async function findIndexFiles(): Promise<string[]> {
  const names = await readdir(LISTS).catch(() => []);
  return names
    .filter((name) => LIST_FILE.test(name))
    .sort()
    .map((name) => join(LISTS, name));
}

/** The archive that an index belongs to, as its list file's name says; any other file's own directory. */
export function archiveOf(file: string): string {
  const quoted = LIST_FILE.exec(basename(file))?.[1];
  if (quoted === undefined) return pathToFileURL(dirname(resolve(file))).href;
  return decodeURIComponent(quoted.replaceAll('_', '/'));
}

/** Streams the packages of an index; @throws Error with the file's name where it cannot be read. */
export async function* readIndex(file: string): AsyncGenerator<DebianPackage> {
  const { content, ended } = open(file);
  try {
    yield* parsePackages(linesOf(content));
    await ended;
  } catch (error) {
    throw new Error(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  } finally {
    content.destroy();
  }
}

async function* linesOf(content: Readable): AsyncGenerator<string> {
  // Without its own listener a failing source would end readline's iteration as if the file ended there.
  let failure: Error | undefined;
  const lines = createInterface({ input: content, crlfDelay: Infinity });
  content.once('error', (error) => {
    failure = error;
    lines.close();
  });
  yield* lines;
  if (failure !== undefined) throw failure;
}

interface Opened {
  content: Readable;
  /** Resolves when the decompression has succeeded. */
  ended: Promise<void>;
}

function open(file: string): Opened {
  if (/\.(?:xz|lz4|bz2|lzma)$/.test(file)) return decompressByApt(file);
  const source = createReadStream(file);
  if (file.endsWith('.gz')) return piped(source, createGunzip());
  if (file.endsWith('.zst')) return piped(source, createZstdDecompress());
  return { content: source, ended: Promise.resolve() };
}

function piped(source: Readable, decompressor: ReturnType<typeof createGunzip>): Opened {
  source.once('error', (error) => decompressor.destroy(error));
  return { content: source.pipe(decompressor), ended: Promise.resolve() };
}

function decompressByApt(file: string): Opened {
  const child = spawn(APT_HELPER, ['cat-file', file], { stdio: ['ignore', 'pipe', 'pipe'] });
  let complaint = '';
  child.stderr.on('data', (text: Buffer) => (complaint += text.toString()));
  const ended = new Promise<void>((done, fail) => {
    child.once('error', () => fail(new Error(`${APT_HELPER} is not here; decompress the file yourself.`)));
    child.once('close', (code) =>
      code === 0 ? done() : fail(new Error(complaint.trim() || `code ${code}`)),
    );
  });
  ended.catch(() => undefined);
  return { content: child.stdout, ended };
}
