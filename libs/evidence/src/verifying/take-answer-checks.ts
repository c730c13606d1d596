import type { AsOf } from '../answers/index.js';
import type { BundledAnswer } from '../bundle/bundle.js';
import type { AuthorityElementContent } from '../elements/authority-element.js';
import type { RecordElementContent } from '../elements/record-element.js';
import { brokenRules, toldBy, type Told } from './answer-rules.js';
import { onEach, readAsked, type AnsweredRecord } from './answered-records.js';
import {
  checkAnsweredAuthority,
  checkAnsweredLookup,
  checkAnsweredProvenance,
  checkAnsweredRecord,
  checkAnsweredState,
  checkAnsweredVerdict,
} from './body-checks.js';
import type { SubjectChain } from './chains.js';
import {
  absent,
  atHand,
  CheckFailed,
  derive,
  Passed,
  required,
  type Checklist,
  type Established,
} from './checklist.js';
import type { Envelope } from './envelope.js';
import type { CheckName } from './report.js';
import { checkAnswerTimes, requireEarlier, type Freshness } from './time-checks.js';

type Chains<Content> = Established<readonly SubjectChain<Content>[]>;

/** The answer, and the chains that it is compared with as far as they are there. */
interface Answered {
  envelopes: Established<readonly Envelope[]>;
  answer: Established<BundledAnswer>;
  asOf: Established<AsOf>;
  records: Chains<RecordElementContent>;
  authorities: Chains<AuthorityElementContent>;
  /** The chains of everything that is shown. */
  chains: Chains<{ occurred_at: string }>;
}

/** The records of an answer: alone, and with their chains. */
interface Judged {
  told: Established<readonly Told[]>;
  answered: Established<readonly AnsweredRecord[]>;
}

/**
 * The answer does not contradict itself, nor the chains. The first needs no chain, so that it is checked in an answer
 * alone as in a bundle, and fails the same check.
 * @returns what the answer tells, and the answered records with their chains.
 */
export function takeAnswerChecks(
  list: Checklist,
  { envelopes, answer, asOf, records, authorities, chains }: Answered,
  freshness: Freshness,
): Judged {
  const told = derive(envelopes, (each) =>
    derive(answer, (a) => {
      const asked = readAsked(a);
      return atHand(each.map((envelope, index) => toldBy(envelope, asked[index] ?? null)));
    }),
  );
  const answered = derive(told, (all) => derive(records, (of) => pair(all, of)));
  const take = (check: CheckName, compare: (answered: AnsweredRecord) => Passed<null>): void => {
    list.take(check, [told], (all) => {
      requireRules(check, all);
      return onEach(required(answered), compare);
    });
  };
  take('answer.record', checkAnsweredRecord);
  take('answer.state', checkAnsweredState);
  take('answer.provenance', checkAnsweredProvenance);
  take('answer.authority', (each) => checkAnsweredAuthority(each, required(authorities)));
  take('answer.lookup', checkAnsweredLookup);
  take('answer.verdict', (each) => checkAnsweredVerdict(each, required(authorities)));
  list.take('answer.times', [envelopes, asOf], (each, position) => {
    const passed = checkAnswerTimes(each, position, freshness);
    requireEarlier(required(chains), each, freshness);
    return passed;
  });
  return { told, answered };
}

function requireRules(check: CheckName, all: readonly Told[]): void {
  for (const told of all) {
    const [broken] = brokenRules(check, told);
    if (broken !== undefined) {
      throw new CheckFailed(`the answer contradicts itself: ${broken}`, told.envelope.record.id);
    }
  }
}

function pair(
  told: readonly Told[],
  chains: readonly SubjectChain<RecordElementContent>[],
): Established<readonly AnsweredRecord[]> {
  if (told.length > chains.length) {
    return absent(`the answer shows ${told.length} records, and the evidence holds ${chains.length}`);
  }
  return atHand(
    told.map(({ envelope, asked }, index) => ({
      envelope,
      asked,
      chain: chains[index] as SubjectChain<RecordElementContent>,
    })),
  );
}
