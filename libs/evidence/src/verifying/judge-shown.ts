import type { AuthorityElementContent } from '../elements/authority-element.js';
import type { RecordElementContent } from '../elements/record-element.js';
import { canonicalJson } from '../json/canonical-json.js';
import { escapeJson, escapeMatches } from '../summary/escape-text.js';
import { judgeRecord } from '../verdict.js';
import { elementNamed } from './authority-checks.js';
import { chainNamedBy, standingAt } from './body-checks.js';
import { newestOf, type SubjectChain } from './chains.js';
import type { Envelope } from './envelope.js';

/** What verified evidence says of a record, in words. */
export interface JudgedRecord {
  /** Its id, safe to show. */
  id: string;
  /** The record with its issuer, where that is known. */
  name: string;
  /** Null where it is not shown. */
  isGood: boolean | null;
  /** `is good`, or why it is not. */
  says: string;
}

/** What is known of the record, for the sentences about the reasons of its verdict. */
interface Known {
  newest: RecordElementContent | null;
  successorId: string | null;
  authorityState: string | null;
  /** Whether the issuer has a key, and did not sign the newest element with it. */
  isUnsigned: boolean;
}

/**
 * Judges a record of a signed answer: by its verdict, or by the chains where it has none.
 * @param chain whose elements are signed; null where the evidence does not show it whole.
 * @param authorities null where the evidence does not show them.
 */
export function judgeShown(
  { evidence, record, verified_at }: Envelope,
  chain: SubjectChain<RecordElementContent> | null,
  authorities: readonly SubjectChain<AuthorityElementContent>[] | null,
): JudgedRecord {
  const newest = chain === null ? null : newestOf(chain).content;
  const standing =
    newest === null || authorities === null
      ? null
      : standingAt(chainNamedBy(newest, authorities), newest, verified_at);
  const successorId = newest?.successor_id ?? evidence.verdict?.successor_id ?? null;
  const verified = evidence.provenance?.verified ?? true;
  const lookup = evidence.lookup ?? null;
  const basis = { verified, logged: true, state: record.state, successorId, lookup };
  const verdict = evidence.verdict ?? (standing && judgeRecord({ ...basis, authority: standing }));
  const issuer = newest?.issuer ?? evidence.authority?.issuer;
  const id = plain(record.id);
  const name = `Record ${id}${issuer === undefined ? '' : ` of issuer ${quoted(issuer)}`}`;
  if (verdict === null) {
    const says = `is ${plain(record.state)}, and whether it is good is not shown`;
    return { id, name, isGood: null, says };
  }
  const authorityState = standing?.state ?? evidence.authority?.state ?? null;
  const key = newest && authorities && elementNamed(newest.authority, authorities)?.public_key;
  const isUnsigned = typeof key === 'string' && newest?.issuer_signature === null;
  const known = { newest, successorId, authorityState, isUnsigned };
  const reasons = verdict.reasons.map((code) => reason(code, known));
  if (reasons.length > 0) return { id, name, isGood: false, says: `is NOT good: ${reasons.join(' and ')}` };
  const but = verdict.warnings.flatMap((code) => warning(code, authorityState) ?? []);
  const says = but.length === 0 ? 'is good' : `is good, though ${but.join(' and ')}`;
  return { id, name, isGood: true, says };
}

function warning(code: string, authorityState: string | null): string | null {
  switch (code) {
    case 'authority.not_valid_now':
      return ended(authorityState);
    case 'provenance.not_logged':
      return 'the log does not hold its newest change yet';
    case 'lookup.several_records':
      return 'the service counts other records that match';
    case 'lookup.revoked_match':
      return 'one that matches is revoked';
    default:
      return null;
  }
}

function reason(code: string, known: Known): string {
  const { newest, successorId, authorityState } = known;
  switch (code) {
    case 'record.revoked':
      return `it was revoked${since('revoked', known)}`;
    case 'record.suspended':
      return `it was suspended${since('suspended', known)}`;
    case 'record.superseded':
      return `it was superseded by ${successorId === null ? 'another record' : plain(successorId)}${since('superseded', known)}`;
    case 'record.expired':
      return `it expired${newest?.expires_at == null ? '' : ` on ${newest.expires_at}`}`;
    case 'authority.compromised':
      return 'its authority was declared compromised since before its newest change';
    case 'authority.not_valid_at_event':
      return `its authority was not active at its newest change${
        isEnded(authorityState) ? ` (now ${plain(authorityState)})` : ''
      }`;
    case 'provenance.unverified':
      return 'the service itself could not verify its history';
    case 'lookup.not_current':
      return 'it no longer has what it was looked up by';
    default:
      return 'the service gives a reason that is not known here';
  }
}

function since(state: string, { newest, isUnsigned }: Known): string {
  if (newest?.state !== state) return '';
  return ` on ${newest.occurred_at}${isUnsigned ? ' by the project, not signed by the issuer' : ''}`;
}

function ended(authorityState: string | null): string {
  return `its authority is ${isEnded(authorityState) ? plain(authorityState) : 'no longer valid'}`;
}

function isEnded(authorityState: string | null): authorityState is string {
  return authorityState !== null && authorityState !== 'active';
}

/** An id or another word of the service; quoted where it could be taken for more than that. */
function plain(text: string): string {
  return /^[A-Za-z0-9_-]{1,100}$/.test(text) ? text : quoted(text);
}

/** Most characters of a quoted name: a longer one could push the verdict out of sight. */
const SHOWN = 100;
/** Characters that could be taken for the end of the quotes. */
const LIKE_QUOTES =
  /[\u02ba\u02dd\u02ee\u05f4\u2033\u2036\u201c-\u201f\u275d\u275e\u3003\u301d-\u301f\uff02]/g;

/**
 * A name as a JSON string with nothing unseen in it, and `…` behind the quotes where it is cut: what it says cannot be taken
 * for the verifier's own words.
 */
function quoted(text: string): string {
  const characters = Array.from(text);
  const json = escapeJson(canonicalJson(characters.slice(0, SHOWN).join('')));
  const shown = escapeMatches(json, LIKE_QUOTES);
  return characters.length > SHOWN ? `${shown}…` : shown;
}
