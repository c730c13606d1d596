import { isOperatorId, oauthCallerId } from '@service/contracts';
import { isTimestamp, type Digest } from '@service/evidence';
import { MOST_SUBJECTS, OUTCOMES, type Actor, type Channel, type Outcome } from '../interaction.js';

/** A line of the history, its members in the order in which they are written. */
export interface HistoryLine {
  format: 'interaction/v2';
  /** Number of the line in its lane, from 1. */
  sequence: number;
  request_id: string;
  occurred_at: string;
  channel: Channel;
  actor: Actor;
  operation: string;
  subjects: string[];
  items: number;
  outcome: Outcome;
  status: number;
  error_code: string | null;
  duration_ms: number;
  /** Digest of the personal fields; null without a caller. */
  client: Digest | null;
}

/**
 * Null for text that is not a line of the history. It can stand in a chain whose links are valid; the check of the history
 * reports it.
 */
export function readLine(text: string): HistoryLine | null {
  try {
    const line = JSON.parse(text) as Record<string, unknown> | null;
    return line !== null && isLine(line) ? (line as unknown as HistoryLine) : null;
  } catch {
    return null;
  }
}

/** The id of the caller that sent the request: `crd_…`, `opr_…`, `lnk_…`, or `oauth:` and a subject; null for other actors. */
export function credentialOf({ actor }: HistoryLine): string | null {
  return credentialOfActor(actor);
}

/** The caller id of an actor: usage is counted by it; filters and erasures name it. Null for other actors. */
export function credentialOfActor({ type, id }: Actor): string | null {
  if (type === 'oauth') return oauthCallerId(id);
  const isNamed = type === 'credential' || type === 'link' || (type === 'operator' && isOperatorId(id));
  return isNamed ? id : null;
}

/** Whether a writer may write this line: an app other than the gateway reports only what it did by itself. */
export function mayWrite(writer: string, { channel, client, actor }: HistoryLine): boolean {
  if (isGateway(writer)) return true;
  const isOwn = actor.type === 'service' && actor.id === appOf(writer);
  return isOwn && channel === 'events' && client === null;
}

function appOf(writer: string): string {
  return writer.slice(0, writer.indexOf('.'));
}

/** The names of other apps' writers begin with the app's name and a full stop. */
export function isGateway(writer: string): boolean {
  return !writer.includes('.');
}

function isLine(line: Record<string, unknown>): boolean {
  const { format, sequence, request_id, occurred_at, channel, operation, items, status } = line;
  return (
    format === 'interaction/v2' &&
    [sequence, items, status].every((count) => Number.isSafeInteger(count) && (count as number) >= 0) &&
    [request_id, channel, operation].every((text) => typeof text === 'string') &&
    isTimestamp(occurred_at) &&
    isActor(line['actor']) &&
    isListOfSubjects(line['subjects']) &&
    OUTCOMES.includes(line['outcome'] as Outcome) &&
    isTextOrNull(line['error_code']) &&
    typeof line['duration_ms'] === 'number' &&
    isTextOrNull(line['client'])
  );
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
