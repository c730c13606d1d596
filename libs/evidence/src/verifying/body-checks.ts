import type { AuthorityElementContent } from '../elements/authority-element.js';
import { authorityStanding, type AuthorityStanding } from '../elements/authority-standing.js';
import { digestText } from '../digest.js';
import { canonicalJson } from '../json/canonical-json.js';
import type { JsonValue } from '../json/strict-json.js';
import type { RecordElementContent } from '../elements/record-element.js';
import { recordStateAt } from '../elements/record-transitions.js';
import { renderVerdict, type Verdict } from '../verdict.js';
import { CHAIN_SHOWN } from './answer-rules.js';
import type { AnsweredRecord } from './answered-records.js';
import { newestOf, type SubjectChain } from './chains.js';
import { CheckFailed, NotChecked, Passed } from './checklist.js';
import type { ShownAuthority } from './envelope.js';
import { NOT_UNDERSTOOD, possibleVerdicts, unknownCodes, verdictAmong } from './verdict-checks.js';

type AuthorityChain = SubjectChain<AuthorityElementContent>;

/** The answer is about the given chain's record, at its newest version. */
export function checkAnsweredRecord({ envelope: { record }, chain }: AnsweredRecord): Passed<null> {
  const { record_id, sequence } = newestOf(chain).content;
  if (record.id !== record_id) throw new CheckFailed(`the chain is that of ${record_id}`, record.id);
  if (record.version !== sequence) {
    throw new CheckFailed(`the answer says version ${record.version}, the chain ${sequence}`, record.id);
  }
  return new Passed(null, `${record.id} version ${sequence}`);
}

/** The answer's state is that of the newest element at the time of the answer, possibly expired by then. */
export function checkAnsweredState({
  envelope: { record, evidence, verified_at },
  chain,
}: AnsweredRecord): Passed<null> {
  const state = recordStateAt(newestOf(chain).content, new Date(verified_at));
  const told = [record.state, evidence.state ?? state];
  const other = told.find((each) => each !== state);
  if (other !== undefined) throw new CheckFailed(`the answer says ${other}, the chain ${state}`, verified_at);
  return new Passed(null, `${state} at ${verified_at}`);
}

/** The provenance shows the newest elements of the chain, and agrees with it. */
export function checkAnsweredProvenance({ envelope: { evidence }, chain }: AnsweredRecord): Passed<null> {
  const { provenance } = evidence;
  if (provenance === undefined) return new Passed(null, 'not asked for');
  const { elements, shown } = chain;
  if (provenance.chain_length !== elements.length) {
    throw new CheckFailed(
      `the answer says ${provenance.chain_length} elements, the chain has ${elements.length}`,
    );
  }
  if (canonicalJson(provenance.chain) !== canonicalJson(shown.slice(-CHAIN_SHOWN))) {
    throw new CheckFailed('the answer shows other elements than the newest of the chain');
  }
  const { origin } = newestOf(chain).content;
  if (provenance.origin !== origin) {
    throw new CheckFailed(`the answer says the origin ${provenance.origin}, the chain ${origin}`);
  }
  return new Passed(null, `${elements.length} elements, ${provenance.chain.length} shown`);
}

/** The authority agrees with its chain, at the time of the answer and at the record's newest element. */
export function checkAnsweredAuthority(
  { envelope: { evidence, verified_at }, chain: record }: AnsweredRecord,
  authorities: readonly AuthorityChain[],
): Passed<null> {
  const { authority: told } = evidence;
  if (told === undefined) return new Passed(null, 'not asked for');
  const event = newestOf(record).content;
  const chain = chainNamedBy(event, authorities);
  const expected = authorityAt(chain, event, verified_at);
  for (const [member, value] of Object.entries(expected)) {
    const said = told[member as keyof ShownAuthority];
    if (canonicalJson(said) !== canonicalJson(value)) {
      throw new CheckFailed(
        `the answer says ${member} ${JSON.stringify(said)}, the chain ${JSON.stringify(value)}`,
        chain.subjectId,
      );
    }
  }
  return new Passed(null, `${told.id} version ${told.version}`);
}

/** The record has, or had, what the request looks it up by. */
export function checkAnsweredLookup({ envelope: { evidence }, asked, chain }: AnsweredRecord): Passed<null> {
  const { lookup } = evidence;
  if (lookup === undefined) return new Passed(null, 'not asked for');
  const { [lookup.by]: wanted, authority_id: within } = asked as { [name: string]: JsonValue };
  const newest = newestOf(chain).content;
  const about = `${lookup.by} of ${newest.record_id}`;
  if (within !== undefined && within !== newest.authority.id) {
    throw new CheckFailed('the record is one of another authority than was asked for', about);
  }
  if (typeof wanted !== 'string') throw new CheckFailed('the request names no text', about);
  const name = lookup.by === 'external_id' ? 'external_id' : 'content_digest';
  const value = lookup.by === 'content' ? digestText(wanted) : wanted;
  if (!chain.elements.some(({ content }) => content[name] === value)) {
    throw new CheckFailed('the record never had what was asked for', about);
  }
  if (lookup.current !== (newest[name] === value)) {
    throw new CheckFailed(`the answer says current ${lookup.current}, the chain another`, about);
  }
  return new Passed(null, `${about}; the counts are ${lookup.counts}`);
}

/** The verdict is the one that follows from the chains. */
export function checkAnsweredVerdict(
  { envelope: { evidence, verified_at }, chain: record }: AnsweredRecord,
  authorities: readonly AuthorityChain[],
): Passed<null> {
  const { verdict } = evidence;
  if (verdict === undefined) return new Passed(null, 'not asked for');
  const event = newestOf(record).content;
  const authority = standingAt(chainNamedBy(event, authorities), event, verified_at);
  const known = { state: recordStateAt(event, new Date(verified_at)), successorId: event.successor_id };
  const possible = possibleVerdicts(known, [authority], evidence);
  const expected = verdictAmong(verdict, possible);
  if (expected === undefined) {
    throw new CheckFailed(
      `the answer says ${canonicalJson(verdict)}, the chains ${renderVerdict(possible[0] as Verdict)}`,
      event.record_id,
    );
  }
  const unknown = unknownCodes(verdict);
  if (unknown.length > 0) throw new NotChecked(NOT_UNDERSTOOD, unknown.join(', '));
  return new Passed(null, expected.result);
}

/** The chain of the authority that an element names. @throws CheckFailed where it is not there. */
export function chainNamedBy(
  event: RecordElementContent,
  authorities: readonly AuthorityChain[],
): AuthorityChain {
  const chain = authorities.find(({ subjectId }) => subjectId === event.authority.id);
  if (chain === undefined) throw new CheckFailed('its chain is not there', event.authority.id);
  return chain;
}

/** What an authority's chain says about an element, at a moment. */
export function standingAt(
  chain: AuthorityChain,
  event: RecordElementContent,
  at: string,
): AuthorityStanding {
  const named = chain.elements[event.authority.version - 1]?.content;
  return authorityStanding(newestOf(chain).content, named, event.occurred_at, new Date(at));
}

function authorityAt(chain: AuthorityChain, event: RecordElementContent, at: string): ShownAuthority {
  const newest = newestOf(chain);
  const { authority_id: id, sequence: version, issuer, scope, valid_until } = newest.content;
  const { state, validAtEvent, validNow } = standingAt(chain, event, at);
  return {
    id,
    version,
    digest: newest.digest as ShownAuthority['digest'],
    issuer,
    scope,
    state,
    valid_until,
    valid_at_event: validAtEvent,
    valid_now: validNow,
  };
}
