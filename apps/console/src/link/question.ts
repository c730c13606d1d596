import type { Report } from '@service/evidence';
import { hexOf } from '../format/hex.js';

/** What a link's address asks, behind its `#`, which browsers send to no server. */
export interface Question {
  /** Id and secret of the link. */
  key: string;
  recordId: string;
  proof: 'history' | 'answer';
}

const FRAGMENT = /^#(lnk_[0-9A-Z]{26}_[\w-]{43})_(rec_(?:[0-9A-Z]{26}|example))(_answer)?$/;

/** Reads the fragment of an address; null where it is not complete. */
export function parseQuestion(fragment: string): Question | null {
  const [, key, recordId, answer] = FRAGMENT.exec(fragment) ?? [];
  if (key === undefined || recordId === undefined) return null;
  return { key, recordId, proof: answer === undefined ? 'history' : 'answer' };
}

/** 128 random bits in hex, which an answer must have signed: no earlier one has. */
export function makeNonce(): string {
  return hexOf(crypto.getRandomValues(new Uint8Array(16)));
}

/** Milliseconds between the signed time of an answer and the visitor's clock. */
const APART_AT_MOST = 300_000;

/** Whether a signed time is of now by the visitor's clock, which may itself be wrong by some minutes. */
export function isOfNow(signed: string, now: number): boolean {
  return Math.abs(now - Date.parse(signed)) <= APART_AT_MOST;
}

/** Whether a checked answer is to the request and with the nonce of this visit: not another's, nor an earlier one. */
export function isToQuestion({ checks }: Pick<Report, 'checks'>): boolean {
  const outcomes = new Map(checks.map(({ check, outcome }) => [check, outcome]));
  return outcomes.get('answer.request') === 'passed' && outcomes.get('answer.nonce') === 'passed';
}

/** Whether an error says that `from` is no size of the log. */
export function refusesFrom(body: unknown): boolean {
  const { error } = body as { error?: { code?: unknown; details?: { field?: unknown }[] } };
  return error?.code === 'request.invalid' && error.details?.some(({ field }) => field === 'from') === true;
}
