import type { VerdictReason, VerdictWarning } from '@service/evidence';
import { dayInWords, type Zone } from './times.js';

/** A verdict on a record. Its codes may be newer than this page. */
export interface SaidVerdict {
  result: 'passed' | 'failed';
  reasons: readonly string[];
  warnings: readonly string[];
}

/** What is known of the record that the verdict is on. */
export interface KnownRecord {
  /** When its newest version was made. */
  changedAt?: string | undefined;
  /** The reason that was given for the change. */
  reason?: string | null | undefined;
  expiresAt?: string | null | undefined;
  /** Since when its authority counts as compromised. */
  compromisedSince?: string | null | undefined;
}

interface ReasonWords {
  label: string;
  /** In a sentence, where that needs more than the label. */
  clause?: string;
  /** The moment that the sentence names the day of. */
  on?: 'changedAt' | 'expiresAt' | 'compromisedSince';
}

const REASONS: Readonly<Record<VerdictReason, ReasonWords>> = {
  'provenance.unverified': {
    label: 'history not verified',
    clause: 'the service cannot verify its history',
  },
  'record.suspended': { label: 'suspended', on: 'changedAt' },
  'record.superseded': { label: 'superseded', on: 'changedAt' },
  'record.expired': { label: 'expired', on: 'expiresAt' },
  'record.revoked': { label: 'revoked', on: 'changedAt' },
  'authority.compromised': {
    label: 'authority compromised',
    clause: 'its authority was compromised',
    on: 'compromisedSince',
  },
  'authority.not_valid_at_event': {
    label: 'authority not active',
    clause: 'its authority was not active when the record last changed',
  },
  'lookup.not_current': { label: 'content replaced', clause: 'an amendment has replaced this content' },
};

const WARNINGS: Readonly<Record<VerdictWarning, string>> = {
  'authority.not_valid_now': 'its authority is no longer active',
  'provenance.not_logged': 'its newest version is not in the log yet',
  'lookup.several_records': 'other records match too',
  'lookup.revoked_match': 'a revoked record matches too',
};

/** A verdict in a few words, with its first reason: `Not valid: revoked`. */
export function verdictLabel({ result, reasons: [first] }: SaidVerdict): string {
  if (result === 'passed') return 'Valid';
  return notValid(first === undefined ? '' : reasonIn(first).label);
}

/**
 * A verdict as one sentence without its full stop: `Not valid: revoked on 3 March 2026`.
 * @returns with it the reason that was given for the change that it names, not escaped.
 */
export function verdictSentence(
  { result, reasons, warnings }: SaidVerdict,
  known: KnownRecord,
  zone: Zone,
): { says: string; because: string | null } {
  if (result === 'passed') {
    const though = warnings.flatMap((code) => wordsOf(WARNINGS, code) ?? []);
    return { says: though.length === 0 ? 'Valid' : `Valid, though ${though.join(' and ')}`, because: null };
  }
  const words = reasons.map(reasonIn);
  const changes = words.filter(({ on }) => on === 'changedAt');
  // The change is last, because the reason that was given for it follows.
  const clauses = [...words.filter((each) => !changes.includes(each)), ...changes].map(
    ({ label, clause = label, on }) => clause + dayOf(on === undefined ? null : known[on], zone),
  );
  return { says: notValid(clauses.join('; ')), because: changes.length > 0 ? (known.reason ?? null) : null };
}

function notValid(why: string): string {
  return why === '' ? 'Not valid' : `Not valid: ${why}`;
}

function dayOf(moment: string | null | undefined, zone: Zone): string {
  return moment == null || Number.isNaN(Date.parse(moment)) ? '' : ` on ${dayInWords(moment, zone)}`;
}

function reasonIn(code: string): ReasonWords {
  return wordsOf(REASONS, code) ?? { label: 'for a reason that this page does not know' };
}

function wordsOf<Words>(table: Readonly<Record<string, Words>>, code: string): Words | undefined {
  return Object.hasOwn(table, code) ? table[code] : undefined;
}
