import { encodeHex, sha256, sha256Joined } from '#platform';
import type { Digest } from '../digest.js';

/**
 * One chain of the interaction history: the lines that one writer wrote for one project on one UTC day. Each process is
 * a writer with its own chains, so no process waits for another.
 */
export interface HistoryLane {
  /** `YYYY-MM-DD`. */
  day: string;
  project_id: string;
  writer: string;
}

/** Bytes of a link. */
export const LINK_LENGTH = 32;

/** The link before a lane's first line: SHA-256 over `history/v1`, day, project and writer, a line each. */
export function firstLinkOf({ day, project_id, writer }: HistoryLane): Uint8Array {
  return sha256(`history/v1\n${day}\n${project_id}\n${writer}\n`);
}

/**
 * The link of a line: SHA-256 over the 32 bytes of the previous link and the line's UTF-8 bytes.
 * @param bytes both, concatenated.
 */
export function linkOfBytes(bytes: Uint8Array): Uint8Array {
  return sha256(bytes);
}

/** The link of a line that is given as text. */
export function linkOf(before: Uint8Array, line: string): Uint8Array {
  return sha256Joined(before, line);
}

/** A link in its text form. */
export function linkText(link: Uint8Array): Digest {
  return `sha256:${encodeHex(link)}`;
}
