import { isDigest, type Digest } from '../digest.js';
import type { HistoryLane } from './history-chain.js';
import { readSeal, type HistorySeal, type LaneHead, type SealedLane } from './history-seal.js';

/** What a seal covers of one lane: the lines behind `after`, up to `count`. */
export interface SealedLines extends SealedLane {
  seal: number;
  after: LaneHead;
}

/** A record of a copy of the history: a line, what a seal covers of a lane, or a seal. */
export type CopiedRecord =
  | { kind: 'line'; lane: HistoryLane; sequence: number; text: string; link: Digest }
  | { kind: 'lane'; sealed: SealedLines }
  | { kind: 'seal'; seal: HistorySeal };

/** Stands before what a copy adds to a line: the bytes before it and a closing brace are the line. */
const ADDED = ',"project_id":';

/** A line as it is copied: its own bytes, and in the same object its lane and its link. */
export function copyOfLine(line: string, { project_id, day, writer }: HistoryLane, link: Digest): string {
  const added = JSON.stringify({ project_id, day, writer, link });
  // Only somebody who changed the stored line can have made it anything else.
  if (!isObject(line)) return `${JSON.stringify({ line }).slice(0, -1)},${added.slice(1)}`;
  return `${line.slice(0, -1)},${added.slice(1)}`;
}

/** What a seal covers of a lane, as it is copied behind its lines. */
export function copyOfLane({ seal, project_id, day, writer, after, count, head }: SealedLines): string {
  return JSON.stringify({ format: 'history-lane/v1', seal, project_id, day, writer, after, count, head });
}

/** Reads a record of a copy; null for any other text, and for a record with other bytes than were sent. */
export function readCopied(record: string): CopiedRecord | null {
  const said = parsed(record);
  if (said === null) return null;
  if (said['format'] === 'history-lane/v1') {
    const sealed = said as unknown as SealedLines;
    return isSealedLines(sealed) && copyOfLane(sealed) === record ? { kind: 'lane', sealed } : null;
  }
  const seal = readSeal(record);
  if (seal !== null) return { kind: 'seal', seal };
  const { project_id, day, writer, link, sequence } = said;
  if (![project_id, day, writer].every((name) => typeof name === 'string') || !isDigest(link)) return null;
  const lane = { project_id, day, writer } as HistoryLane;
  const text = `${record.slice(0, record.lastIndexOf(ADDED))}}`;
  if (!Number.isSafeInteger(sequence) || copyOfLine(text, lane, link) !== record) return null;
  return { kind: 'line', lane, sequence: sequence as number, text, link };
}

function isSealedLines({ seal, project_id, day, writer, after, count, head }: SealedLines): boolean {
  return (
    [project_id, day, writer].every((name) => typeof name === 'string') &&
    [seal, count, after?.count].every((number) => Number.isSafeInteger(number) && (number as number) >= 0) &&
    isDigest(head) &&
    isDigest(after.head)
  );
}

function isObject(text: string): boolean {
  return text.endsWith('}') && parsed(text) !== null;
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value = JSON.parse(text) as unknown;
    const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isRecord && text.startsWith('{') ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
