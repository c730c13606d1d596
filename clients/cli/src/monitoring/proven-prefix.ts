import { readFileSync } from 'node:fs';
import { decodeHex, encodeHex } from '@service/evidence';
import { replaceFile } from '../durable-file.js';
import { CommandError, propertyOf } from '../errors.js';
import type { SeenCheckpoints } from './seen-checkpoints.js';
import type { RootClaim } from './stored-log.js';

/** The stored entries that a signed checkpoint of a larger tree proves; null where none were stored. @throws CommandError */
function readPrefix(path: string): RootClaim | null {
  try {
    const { size, root } = JSON.parse(readFileSync(path, 'utf8')) as { size: number; root: string };
    return { size, root: decodeHex(root) };
  } catch (error) {
    if (propertyOf(error, 'code') === 'ENOENT') return null;
    throw new CommandError(`${path} is damaged.`, { cause: error });
  }
}

/** The roots to which the stored entries led: those of checkpoints, and that of a prefix. @throws CommandError */
export function provenRoots(prefixFile: string, seen: SeenCheckpoints): RootClaim[] {
  const prefix = readPrefix(prefixFile);
  const checkpoints = seen.all.filter((each) => each.held).map(({ checkpoint }) => checkpoint);
  return prefix === null ? checkpoints : [...checkpoints, prefix];
}

export async function storePrefix(path: string, { size, root }: RootClaim): Promise<void> {
  await replaceFile(path, `${JSON.stringify({ size, root: encodeHex(root) })}\n`);
}
