import { isOperatorId, oauthCallerId } from '@service/contracts';
import { isTimestamp, type Digest } from '@service/evidence';
import { MOST_SUBJECTS, OUTCOMES, type Actor, type Channel, type Outcome } from '../interaction.js';

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

/** Null for text that is not a line of the history, even in a sound chain; the check of the history reports it. */
export function readLine(text: string): HistoryLine | null {
  try {
    const line = JSON.parse(text) as Record<string, unknown> | null;
    if (line === null || !hasSharedMembers(line)) return null;
    const isLine = line['format'] === undefined ? isVersion1(line) : isVersion2(line);
    return isLine ? (line as unknown as HistoryLine) : null;
  } catch {
    return null;
  }
}

/** The id of the caller that sent the request: `crd_…`, `opr_…`, or `oauth:` and a subject; null for other actors. */
export function credentialOf(line: HistoryLine): string | null {
  if (!('format' in line)) return line.credential_id;
  return credentialOfActor(line.actor);
}

/** The same of an actor: usage counts by it, filters and erasure name it. */
export function credentialOfActor({ type, id }: Actor): string | null {
  if (type === 'oauth') return oauthCallerId(id);
  return type === 'credential' || (type === 'operator' && isOperatorId(id)) ? id : null;
}

export function subjectsOf(line: HistoryLine): readonly string[] {
  if ('format' in line) return line.subjects;
  return line.subject === null ? [] : [line.subject];
}

/** Whether a writer may write such a line: an app beside the gateway reports only what it did by itself. */
export function mayWrite(writer: string, line: HistoryLine): boolean {
  if (isGateway(writer)) return true;
  if (!('format' in line) || line.channel !== 'events' || line.client !== null) return false;
  const { type, id } = line.actor;
  return type === 'service' && id === appOf(writer);
}

function appOf(writer: string): string {
  return writer.slice(0, writer.indexOf('.'));
}

/** The names of other apps' writers begin with the app's name and a full stop. */
export function isGateway(writer: string): boolean {
  return !writer.includes('.');
}

function hasSharedMembers(line: Record<string, unknown>): boolean {
  const { sequence, request_id, occurred_at, channel, operation, items, outcome, status, error_code } = line;
  return (
    [sequence, items, status].every((count) => Number.isSafeInteger(count) && (count as number) >= 0) &&
    [request_id, channel, operation].every((text) => typeof text === 'string') &&
    isTimestamp(occurred_at) &&
    OUTCOMES.includes(outcome as Outcome) &&
    isTextOrNull(error_code) &&
    typeof line['duration_ms'] === 'number'
  );
}

function isVersion1({ credential_id, subject, client }: Record<string, unknown>): boolean {
  return typeof credential_id === 'string' && isTextOrNull(subject) && typeof client === 'string';
}

function isVersion2({ format, actor, subjects, client }: Record<string, unknown>): boolean {
  return format === 'interaction/v2' && isActor(actor) && isListOfSubjects(subjects) && isTextOrNull(client);
}

function isActor(actor: unknown): boolean {
  const { type, id, session } = (actor ?? {}) as Partial<Record<keyof Actor, unknown>>;
  return [type, id, session === undefined ? '' : session].every((text) => typeof text === 'string');
}

function isListOfSubjects(list: unknown): boolean {
  return (
    Array.isArray(list) && list.length <= MOST_SUBJECTS && list.every((each) => typeof each === 'string')
  );
}

function isTextOrNull(value: unknown): boolean {
  return value === null || typeof value === 'string';
}
