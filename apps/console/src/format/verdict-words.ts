import type { VerdictReason, VerdictWarning } from '@service/evidence';
import { momentInWords, type Zone } from './times.js';

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
  authority?: KnownAuthority | undefined;
}

interface KnownAuthority {
  id: string;
  issuer: string;
  /** Since when it counts as compromised. */
  compromisedSince?: string | null | undefined;
  /** When it stopped being active. */
  endedAt?: string | null | undefined;
}

interface ReasonWords {
  label: string;
  /** In a sentence, where that needs more than the label, with the places of links: `{authority}`, `{by}`. */
  clause?: string;
  /** The moment that the sentence names. */
  on?: (known: KnownRecord) => string | null | undefined;
  /** Whether it is a change of the record, for which a reason was given. */
  isChange?: true;
}

const changedAt = (known: KnownRecord) => known.changedAt;
const endedAt = ({ authority }: KnownRecord) => authority?.endedAt;

const REASONS: Readonly<Record<VerdictReason, ReasonWords>> = {
  'provenance.unverified': {
    label: 'history not verified',
    clause: 'the service cannot verify its history',
  },
  'record.suspended': { label: 'suspended', clause: 'suspended{by}', on: changedAt, isChange: true },
  'record.superseded': { label: 'superseded', clause: 'superseded{by}', on: changedAt, isChange: true },
  'record.expired': { label: 'expired', on: ({ expiresAt }) => expiresAt },
  'record.revoked': { label: 'revoked', clause: 'revoked{by}', on: changedAt, isChange: true },
  'authority.compromised': {
    label: 'authority compromised',
    clause: 'its authority{authority} was compromised',
    on: ({ authority }) => authority?.compromisedSince,
  },
  'authority.not_valid_at_event': {
    label: 'authority not active',
    clause: 'its authority{authority} was not active when the record last changed',
    on: changedAt,
  },
  'lookup.not_current': { label: 'content replaced', clause: 'an amendment has replaced this content' },
};

const WARNINGS: Readonly<Record<VerdictWarning, ReasonWords>> = {
  'authority.not_valid_now': { label: 'its authority{authority} stopped being active', on: endedAt },
  'provenance.not_logged': { label: 'its newest version is not in the log yet' },
  'lookup.several_records': { label: 'other records match too' },
  'lookup.revoked_match': { label: 'a revoked record matches too' },
};

/** A verdict in a few words, with its first reason: `Not valid: revoked`. */
export function verdictLabel({ result, reasons: [first] }: SaidVerdict): string {
  if (result === 'passed') return 'Valid';
  return notValid(first === undefined ? '' : reasonIn(first).label);
}

/**
 * A verdict as one sentence without its full stop: `Not valid: revoked{by} on 3 March 2026 at 14:03 CET`.
 * @returns with it the reason that was given for the change that it names, not escaped.
 */
export function verdictSentence(
  { result, reasons, warnings }: SaidVerdict,
  known: KnownRecord,
  zone: Zone,
): { says: string; because: string | null } {
  const clauseOf = ({ label, clause = label, on }: ReasonWords) => clause + momentOf(on?.(known), zone);
  if (result === 'passed') {
    const though = warnings.flatMap((code) => wordsOf(WARNINGS, code) ?? []).map(clauseOf);
    return { says: though.length === 0 ? 'Valid' : `Valid, though ${though.join(' and ')}`, because: null };
  }
  const words = reasons.map(reasonIn);
  const changes = words.filter(({ isChange }) => isChange === true);
  // The change is last, because the reason that was given for it follows.
  const clauses = [...words.filter((each) => !changes.includes(each)), ...changes].map(clauseOf);
  return { says: notValid(clauses.join('; ')), because: changes.length > 0 ? (known.reason ?? null) : null };
}

/** A sentence where its places stay empty. */
export function withoutPlaces(says: string): string {
  return says.replace(/\{\w+\}/g, '');
}

function notValid(why: string): string {
  return why === '' ? 'Not valid' : `Not valid: ${why}`;
}

function momentOf(moment: string | null | undefined, zone: Zone): string {
  return moment == null || Number.isNaN(Date.parse(moment)) ? '' : ` on ${momentInWords(moment, zone)}`;
}

function reasonIn(code: string): ReasonWords {
  return wordsOf(REASONS, code) ?? { label: 'for a reason that this page does not know' };
}

function wordsOf<Words>(table: Readonly<Record<string, Words>>, code: string): Words | undefined {
  return Object.hasOwn(table, code) ? table[code] : undefined;
}
