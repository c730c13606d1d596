import { digestText } from '../digest.js';
import type { HashedElement } from '../elements/element.js';
import { findRecordElementFault } from '../elements/record-chain.js';
import type { RecordElementContent } from '../elements/record-element.js';
import { RECORD_STATES, recordStateAt } from '../elements/record-transitions.js';
import { AUTHORITY_STATES, isAuthorityDue } from '../elements/authority-transitions.js';
import { isJsonObject } from '../bundle/forms.js';
import type { JsonValue } from '../json/strict-json.js';
import { millisecondsOf } from '../moments.js';
import { UNPROVEN } from '../verdict.js';
import { chainOf } from './chains.js';
import type { Envelope, ShownAuthority } from './envelope.js';
import { loggedBy } from './merge-delay.js';
import type { CheckName } from './report.js';
import { followsFromAnswer } from './verdict-checks.js';

/** Most elements of a chain that an answer shows. */
export const CHAIN_SHOWN = 100;

/** What an answer tells of one record, without any chain beside it. */
export interface Told {
  envelope: Envelope;
  /** The part of the request that it answers. */
  asked: JsonValue;
  /** Whether the elements that it shows are a piece of a history; true where it shows none. */
  isPiece: boolean;
  /** The newest of such a piece. */
  newest: HashedElement<RecordElementContent> | undefined;
}

export function toldBy(envelope: Envelope, asked: JsonValue): Told {
  const { provenance } = envelope.evidence;
  if (provenance === undefined) return { envelope, asked, isPiece: true, newest: undefined };
  const { elements } = chainOf<RecordElementContent>(envelope.record.id, provenance.chain);
  const isPiece = elements.length > 0 && elements.every((each, at) => continues(elements[at - 1], each));
  return { envelope, asked, isPiece, newest: isPiece ? elements.at(-1) : undefined };
}

function continues(
  before: HashedElement<RecordElementContent> | undefined,
  element: HashedElement<RecordElementContent>,
): boolean {
  const fault = findRecordElementFault(before, element);
  // The first that is shown need not be the first of the history.
  return fault === null || (before === undefined && fault === 'chain.sequence');
}

/** A rule that an answer alone can break. */
interface AnswerRule {
  /** The check that fails. */
  check: Extract<CheckName, `answer.${string}`>;
  holds(told: Told): boolean;
}

/** The rules of docs/answer-rules.json, which says what each of them asks. */
export const ANSWER_RULES: Readonly<Record<string, AnswerRule>> = {
  'record.newest': {
    check: 'answer.record',
    holds: ({ envelope: { record }, newest }) =>
      newest === undefined ||
      (newest.content.record_id === record.id && newest.content.sequence === record.version),
  },
  'state.known': {
    check: 'answer.state',
    holds: ({ envelope: { record } }) => RECORD_STATES.includes(record.state),
  },
  'state.repeated': {
    check: 'answer.state',
    holds: ({ envelope: { evidence, record } }) => (evidence.state ?? record.state) === record.state,
  },
  'state.follows': {
    check: 'answer.state',
    holds: ({ envelope: { record, verified_at }, newest }) =>
      newest === undefined || recordStateAt(newest.content, new Date(verified_at)) === record.state,
  },
  'provenance.elements': { check: 'answer.provenance', holds: ({ isPiece }) => isPiece },
  'provenance.length': { check: 'answer.provenance', holds: hasItsLength },
  'provenance.origin': {
    check: 'answer.provenance',
    holds: ({ envelope: { evidence }, newest }) =>
      newest === undefined || evidence.provenance?.origin === newest.content.origin,
  },
  'provenance.verified': {
    check: 'answer.provenance',
    holds: ({ envelope: { evidence } }) => evidence.provenance?.verified ?? true,
  },
  'provenance.promise': { check: 'answer.provenance', holds: promisesTheLog },
  'authority.issuer': {
    check: 'answer.authority',
    holds: ofAuthority(
      ({ id, issuer }, { newest }) =>
        newest === undefined || (id === newest.content.authority.id && issuer === newest.content.issuer),
    ),
  },
  'authority.version': {
    check: 'answer.authority',
    holds: ofAuthority(({ version, digest }, { newest }) => {
      const named = newest?.content.authority;
      if (named === undefined) return version > 0;
      return version === named.version ? digest === named.digest : version > named.version;
    }),
  },
  'authority.state': {
    check: 'answer.authority',
    holds: ofAuthority(
      (authority, { envelope: { verified_at } }) =>
        AUTHORITY_STATES.includes(authority.state) && !isAuthorityDue(authority, new Date(verified_at)),
    ),
  },
  'authority.valid_now': {
    check: 'answer.authority',
    holds: ofAuthority(({ state, valid_now }) => valid_now === (state === 'active')),
  },
  'authority.valid_at_event': {
    check: 'answer.authority',
    holds: ofAuthority((authority, { newest }) => {
      if (newest?.content.authority.version !== authority.version) return true;
      return authority.valid_at_event ? canHaveBeenActive(authority, newest.content) : !authority.valid_now;
    }),
  },
  'lookup.matches': { check: 'answer.lookup', holds: countsTheRecord },
  'lookup.current': { check: 'answer.lookup', holds: saysWhetherCurrent },
  'lookup.authority': { check: 'answer.lookup', holds: isOfAskedAuthority },
  'verdict.follows': {
    check: 'answer.verdict',
    holds: ({ envelope, newest }) => followsFromAnswer(envelope, newest?.content),
  },
};

/** The rules of a check that an answer breaks, by their names. */
export function brokenRules(check: CheckName, told: Told): string[] {
  return Object.entries(ANSWER_RULES).flatMap(([name, rule]) =>
    rule.check === check && !rule.holds(told) ? [name] : [],
  );
}

function ofAuthority(holds: (authority: ShownAuthority, told: Told) => boolean): AnswerRule['holds'] {
  return (told) => {
    const { authority } = told.envelope.evidence;
    return authority === undefined || holds(authority, told);
  };
}

function hasItsLength({ envelope: { evidence, record } }: Told): boolean {
  if (evidence.provenance === undefined) return true;
  const { chain, chain_length } = evidence.provenance;
  return chain_length === record.version && chain.length === Math.min(chain_length, CHAIN_SHOWN);
}

/** An answer without a receipt must promise one by the time that follows from its newest element; any other promises none. */
function promisesTheLog({ envelope: { evidence }, newest }: Told): boolean {
  if (evidence.provenance === undefined || newest === undefined) return true;
  const { receipt, logged_by } = evidence.provenance;
  return logged_by === (receipt === null ? loggedBy(newest.content.occurred_at) : undefined);
}

/** Whether the version that an event names was active at the event: it can have expired since, and nothing else. */
function canHaveBeenActive(
  { state, valid_until }: ShownAuthority,
  { occurred_at }: RecordElementContent,
): boolean {
  return (
    (state === 'active' || state === 'expired') && millisecondsOf(valid_until) > millisecondsOf(occurred_at)
  );
}

/** The record itself is among those that match. */
function countsTheRecord({ envelope: { evidence, record } }: Told): boolean {
  const { lookup } = evidence;
  if (lookup === undefined) return true;
  const [least, most] = record.state === 'revoked' ? [1, lookup.matches] : [0, lookup.matches - 1];
  return lookup.counts === UNPROVEN && lookup.revoked_matches >= least && lookup.revoked_matches <= most;
}

function saysWhetherCurrent({ envelope: { evidence }, asked, newest }: Told): boolean {
  const { lookup } = evidence;
  if (lookup === undefined || newest === undefined) return true;
  const wanted = isJsonObject(asked) ? asked[lookup.by] : undefined;
  if (typeof wanted !== 'string') return false;
  const has = lookup.by === 'external_id' ? newest.content.external_id : newest.content.content_digest;
  return lookup.current === (has === (lookup.by === 'content' ? digestText(wanted) : wanted));
}

function isOfAskedAuthority({ envelope: { evidence }, asked, newest }: Told): boolean {
  const within = isJsonObject(asked) ? asked['authority_id'] : undefined;
  if (evidence.lookup === undefined || within === undefined) return true;
  return [evidence.authority?.id, newest?.content.authority.id].every((id) => (id ?? within) === within);
}
