import type { Digest } from '@service/evidence';
import type { Outcome } from '../interaction.js';

/** What the lines are asked for that a list shows; what is not given matches any. */
export interface LineFilter {
  credential_id?: string | undefined;
  operation?: string | undefined;
  outcome?: string | undefined;
  error_code?: string | undefined;
  subject?: string | undefined;
}

const MEMBERS = ['credential_id', 'operation', 'outcome', 'error_code', 'subject'] as const;

/** A line of the history, as it was written. */
export interface SaidInteraction {
  /** Of the line in its lane, from 1. */
  sequence: number;
  request_id: string;
  occurred_at: string;
  channel: string;
  credential_id: string;
  operation: string;
  subject: string | null;
  items: number;
  outcome: Outcome;
  status: number;
  error_code: string | null;
  duration_ms: number;
  /** Digest of the personal fields. */
  client: Digest;
}

/**
 * Texts that a block holds where one of its lines matches: each member as a line writes it. No value can hold such a
 * text, because its quotes are escaped there.
 */
export function textsOf(filter: LineFilter): string[] {
  return MEMBERS.flatMap((member) => {
    const value = filter[member];
    return value === undefined ? [] : [`"${member}":${JSON.stringify(value)}`];
  });
}

export function matches(filter: LineFilter, line: SaidInteraction): boolean {
  return MEMBERS.every((member) => filter[member] === undefined || filter[member] === line[member]);
}

/** Null for what is no line; the check of the history names it. */
export function readInteraction(line: string): SaidInteraction | null {
  try {
    const said = JSON.parse(line) as Partial<SaidInteraction> | null;
    const whole = typeof said?.request_id === 'string' && typeof said.occurred_at === 'string';
    return whole ? (said as SaidInteraction) : null;
  } catch {
    return null;
  }
}
