import { hash } from 'node:crypto';
import type { Digest } from '../digest.js';

/**
 * One chain of the interaction history: what one writer kept of one project on one UTC day. Writers are
 * processes and share no chain, so that none waits for another.
 */
export interface HistoryLane {
  /** `YYYY-MM-DD`. */
  day: string;
  project_id: string;
  writer: string;
}

/** Bytes of a link. */
export const LINK_LENGTH = 32;

/** What the first line of a lane is linked to: SHA-256 over `history/v1`, day, project and writer, a line each. */
export function firstLinkOf({ day, project_id, writer }: HistoryLane): Buffer {
  return sha256(Buffer.from(`history/v1\n${day}\n${project_id}\n${writer}\n`));
}

/** The link of a line: SHA-256 over the 32 bytes of the link before and the line's UTF-8 bytes. */
export function linkOf(before: Buffer, line: string): Buffer {
  const length = LINK_LENGTH + Buffer.byteLength(line);
  const bytes = length <= scratch.length ? scratch : Buffer.allocUnsafe(length);
  before.copy(bytes, 0);
  bytes.write(line, LINK_LENGTH, 'utf8');
  return sha256(bytes.subarray(0, length));
}

/** A link in its text form. */
export function linkText(link: Buffer): Digest {
  return `sha256:${link.toString('hex')}`;
}

const scratch = Buffer.allocUnsafe(4096);

function sha256(bytes: Buffer): Buffer {
  return hash('sha256', bytes, 'buffer');
}
