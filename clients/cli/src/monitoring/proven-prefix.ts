import { readFileSync } from 'node:fs';
import { decodeHex, encodeHex } from '@service/evidence';
import { replaceFile } from '../durable-file.js';
import { CommandError, propertyOf } from '../errors.js';
import type { RootClaim } from './stored-log.js';

/** The stored entries that a signed checkpoint of a larger tree proves; null where none were stored. @throws CommandError */
export function readPrefix(path: string): RootClaim | null {
  try {
    const { size, root } = JSON.parse(readFileSync(path, 'utf8')) as { size: number; root: string };
    return { size, root: decodeHex(root) };
  } catch (error) {
    if (propertyOf(error, 'code') === 'ENOENT') return null;
    throw new CommandError(`${path} is damaged.`, { cause: error });
  }
}

export async function storePrefix(path: string, { size, root }: RootClaim): Promise<void> {
  await replaceFile(path, `${JSON.stringify({ size, root: encodeHex(root) })}\n`);
}
