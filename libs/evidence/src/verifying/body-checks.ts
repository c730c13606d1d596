import type { AuthorityElementContent } from '../elements/authority-element.js';
import { authorityValidAt } from '../elements/authority-chain.js';
import { authorityStateAt } from '../elements/authority-transitions.js';
import { canonicalJson } from '../json/canonical-json.js';
import { millisecondsOf } from '../moments.js';
import type { RecordElementContent } from '../elements/record-element.js';
import { recordStateAt } from '../elements/record-transitions.js';
import type { AnsweredRecord } from './answered-records.js';
import { newestOf, type SubjectChain } from './chains.js';
import { CheckFailed, Passed } from './checklist.js';
import type { ShownAuthority } from './envelope.js';

type AuthorityChain = SubjectChain<AuthorityElementContent>;

/** Most elements of a chain that an answer shows. */
const CHAIN_SHOWN = 100;

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
  if (!provenance.verified) throw new CheckFailed('the service itself says that it is not verified');
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
  const chain = authorities.find(({ subjectId }) => subjectId === event.authority.id);
  if (chain === undefined) throw new CheckFailed('its chain is not there', event.authority.id);
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

function authorityAt(chain: AuthorityChain, event: RecordElementContent, at: string): ShownAuthority {
  const newest = newestOf(chain);
  const { authority_id: id, sequence: version, issuer, scope, valid_until } = newest.content;
  const named = chain.elements[event.authority.version - 1]?.content;
  const state = authorityStateAt(newest.content, new Date(at));
  const { invalid_since } = newest.content;
  const compromised = invalid_since !== null && millisecondsOf(invalid_since) <= millisecondsOf(at);
  return {
    id,
    version,
    digest: newest.digest as ShownAuthority['digest'],
    issuer,
    scope,
    state,
    valid_until,
    valid_at_event: named !== undefined && authorityValidAt(named, newest.content, event.occurred_at),
    valid_now: state === 'active' && !compromised,
  };
}
