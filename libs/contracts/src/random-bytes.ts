import { randomFillSync } from 'node:crypto';

const pool = Buffer.alloc(8192);
let at = pool.length;

/**
 * Random bytes of the system, drawn in large blocks, since every request and every element needs a few. The
 * result is a view of the block: use it before the next call.
 */
export function takeRandomBytes(count: number): Buffer {
  if (at + count > pool.length) {
    randomFillSync(pool);
    at = 0;
  }
  at += count;
  return pool.subarray(at - count, at);
}
