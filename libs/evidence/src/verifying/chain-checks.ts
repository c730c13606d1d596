import type { ChainCheck, ChainFault } from '../elements/chain-fault.js';
import { CheckFailed, NotChecked, Passed, type Checklist, type Established } from './checklist.js';
import type { SubjectChain } from './chains.js';

/** The kind of chains. */
type ChainKind = 'record' | 'authorities' | 'keys';

/** The steps of the check of an element, in order. */
const STEPS = ['form', 'digests', 'sequence', 'links', 'subject', 'times', 'transitions'] as const;
type Step = (typeof STEPS)[number];

const STEP_OF: Record<ChainCheck, Step> = {
  'chain.empty': 'form',
  'element.form': 'form',
  'element.digest': 'digests',
  'chain.sequence': 'sequence',
  'chain.link': 'links',
  'chain.subject': 'subject',
  'chain.time': 'times',
  'chain.transition': 'transitions',
  // A verifier has no head to compare, and checks signatures separately.
  'chain.head': 'transitions',
  'element.signature': 'transitions',
  'element.issuer_signature': 'transitions',
};

/** How chains of one kind are checked. */
export interface ChainWalk<Chain extends SubjectChain<object>> {
  kind: ChainKind;
  /** The first fault of a chain. */
  findFault(chain: Chain): ChainFault | null;
  /** Whether a valid chain belongs to its subject id and to the right log. */
  belongs(chain: Chain): boolean;
}

interface Found {
  step: Step;
  about: string;
}

/**
 * Checks chains element by element, and reports for each step whether it held in all of them. The check ends at the
 * first fault; the other steps are then not checked.
 */
export function takeChains<Chain extends SubjectChain<object>>(
  list: Checklist,
  source: Established<readonly Chain[]>,
  { kind, findFault, belongs }: ChainWalk<Chain>,
): Established<readonly Chain[]> {
  const chains = source.value?.of ?? [];
  const fault = findFirst(chains, findFault, belongs);
  let walked: Established<readonly Chain[]> = source;
  for (const step of STEPS) {
    const taken = list.take(`${kind}.${step}`, [source], (chains) => {
      if (fault === null) return new Passed(chains, describe(chains));
      if (fault.step === step) throw new CheckFailed(REASONS[step], fault.about);
      throw new NotChecked(`the walk ended at ${fault.about}: ${kind}.${fault.step}`);
    });
    if (fault === null || fault.step === step) walked = taken;
  }
  return walked;
}

function findFirst<Chain extends SubjectChain<object>>(
  chains: readonly Chain[],
  findFault: (chain: Chain) => ChainFault | null,
  belongs: (chain: Chain) => boolean,
): Found | null {
  for (const chain of chains) {
    const fault = findFault(chain);
    const about = `element ${fault?.sequence ?? 1} of ${chain.subjectId}`;
    if (fault !== null) return { step: STEP_OF[fault.check], about };
    if (!belongs(chain)) return { step: 'subject', about };
  }
  return null;
}

const REASONS: Record<Step, string> = {
  form: 'it has not exactly the members of an element, or is missing',
  digests: 'its digest is not that of its canonical form',
  sequence: 'its sequence does not follow on the one before',
  links: 'it does not link to the digest of the element before',
  subject: 'it is about something else than the chain that it stands in',
  times: 'it happened before the element before it',
  transitions: 'it says what may not follow on the element before',
};

function describe(chains: readonly SubjectChain<object>[]): string {
  const count = chains.reduce((sum, { elements }) => sum + elements.length, 0);
  return `${count === 1 ? '1 element' : `${count} elements`} of ${chains.length}`;
}
