import { randomFillSync } from 'node:crypto';

const pool = Buffer.alloc(8192);
let at = pool.length;

/** Random bytes of the system, drawn in large portions: every request and every element needs a few. */
export function takeRandomBytes(count: number): Buffer {
  if (at + count > pool.length) {
    randomFillSync(pool);
    at = 0;
  }
  at += count;
  return Buffer.from(pool.subarray(at - count, at));
}
