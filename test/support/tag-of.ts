import { createHash } from 'node:crypto';
import type { Answer } from './client.js';

/** The `ETag` of an answered resource: its version, and eight digits of its body’s digest. */
export function tagOf({ body, text }: Answer): string {
  return `"${body['version']}.${createHash('sha256').update(text).digest('hex').slice(0, 8)}"`;
}
