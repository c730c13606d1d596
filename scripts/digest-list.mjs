// Lists of SHA-256 digests in the form of sha256sum, which say that a kept file is as it was.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

export const digestOf = (file) => createHash('sha256').update(readFileSync(file)).digest('hex');

export const digestLine = (file) => `${digestOf(file)}  ${basename(file)}\n`;

/** The name and digest of each listed file; nothing where there is no list. */
export function readDigestList(path) {
  const lines = existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n') : [];
  return lines.map((line) => [line.slice(66), line.slice(0, 64)]);
}
