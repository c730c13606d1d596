import type { Digest } from '@service/evidence';
import type { Actor, Channel, Outcome } from '../interaction.js';

/** The members that lines of both versions have. */
interface LineMembers {
  /** Number of the line in its lane, from 1. */
  sequence: number;
  request_id: string;
  occurred_at: string;
  channel: Channel;
  operation: string;
  items: number;
  outcome: Outcome;
  status: number;
  error_code: string | null;
  duration_ms: number;
}

/** A line as releases up to 0.1.0 wrote it. */
interface LineOfVersion1 extends LineMembers {
  credential_id: string;
  subject: string | null;
  /** Digest of the personal fields. */
  client: Digest;
}

interface LineOfVersion2 extends LineMembers {
  format: 'interaction/v2';
  actor: Actor;
  subjects: string[];
  /** Digest of the personal fields; null without a caller. */
  client: Digest | null;
}

/** A line of the history, its members in the order in which they were written. */
export type HistoryLine = LineOfVersion1 | LineOfVersion2;

/** Null for text that is not a line of the history; the check of the history reports it. */
export function readLine(text: string): HistoryLine | null {
  try {
    const line = JSON.parse(text) as Partial<LineOfVersion2> | null;
    if (typeof line?.request_id !== 'string' || typeof line.occurred_at !== 'string') return null;
    if (line.format === undefined) return line as unknown as LineOfVersion1;
    return line.format === 'interaction/v2' && isActor(line.actor) && isListOfTexts(line.subjects)
      ? (line as LineOfVersion2)
      : null;
  } catch {
    return null;
  }
}

/** The credential that sent the request; null for other actors. */
export function credentialOf(line: HistoryLine): string | null {
  if (!('format' in line)) return line.credential_id;
  return credentialOfActor(line.actor);
}

export function credentialOfActor({ type, id }: Actor): string | null {
  return type === 'credential' ? id : null;
}

export function subjectsOf(line: HistoryLine): readonly string[] {
  if ('format' in line) return line.subjects;
  return line.subject === null ? [] : [line.subject];
}

function isActor(actor: Partial<Actor> | null | undefined): boolean {
  return typeof actor?.type === 'string' && typeof actor.id === 'string';
}

function isListOfTexts(list: unknown): boolean {
  return Array.isArray(list) && list.every((each) => typeof each === 'string');
}
