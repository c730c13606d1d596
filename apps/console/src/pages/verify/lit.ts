import type { Finding } from '@service/evidence';
import { CHECK_SENTENCES } from '@service/evidence/case';
import { namedElement, type ElementCard } from '../../verifying/evidence-view.js';
import { capitalised } from '../../format/capitalised.js';

/** The chain that an element stands in. */
export type Chain = 'record' | 'authorities' | 'keys';

/** Whether to highlight an element for a check: the one that a failed check names, otherwise those that it examines. */
export function looksAt(finding: Finding, chain: Chain, card: ElementCard, isNewest: boolean): boolean {
  const named = namedElement(finding.about);
  if (named !== null) return named.sequence === card.sequence && belongs(named.subjectId, chain, card);
  const part = CHECK_SENTENCES[finding.check].looksAt;
  if (part === 'all') return true;
  if (part === 'receipt' || part === 'record.newest' || part === 'answer')
    return chain === 'record' && isNewest;
  return part === chain || (part === 'record.links' && chain === 'record');
}

/** Checks of how an element continues the one before it. */
const LINKING = /\.(?:links|sequence|subject|times)$/;

interface Fault {
  why: string;
  /** Which link is invalid: the one to the element or, if the element itself was changed, the one after it. */
  tears: 'before' | 'after';
}

/** The first failed check that names an element; null if none does. */
export function faultOf(findings: Iterable<Finding>, chain: Chain, card: ElementCard): Fault | null {
  for (const finding of findings) {
    const { check, outcome, about, why = 'it is invalid' } = finding;
    const named = outcome === 'failed' && check.startsWith(`${chain}.`) ? namedElement(about) : null;
    if (named !== null && named.sequence === card.sequence && belongs(named.subjectId, chain, card))
      return { why: `${check}: ${why}`, tears: LINKING.test(check) ? 'before' : 'after' };
  }
  return null;
}

function belongs(subjectId: string, chain: Chain, card: ElementCard): boolean {
  return (chain === 'keys' ? `key_${card.subjectId}` : card.subjectId) === subjectId;
}

/** A label for `service.record.amended`: `Amended`. */
export function nameOfTransition(type: string): string {
  const word = type.split('.').at(-1) ?? type;
  return capitalised(word.replaceAll(/[-_]/g, ' '));
}
