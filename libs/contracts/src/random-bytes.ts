import { randomFillSync } from 'node:crypto';

const pool = Buffer.alloc(8192);
let at = pool.length;

/**
 * Random bytes of the system, drawn in large portions: every request and every element needs a few. They are a
 * view into the portion, to be used before the next call.
 */
export function takeRandomBytes(count: number): Buffer {
  if (at + count > pool.length) {
    randomFillSync(pool);
    at = 0;
  }
  at += count;
  return pool.subarray(at - count, at);
}
