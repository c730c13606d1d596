import { digestText } from '../digest.js';
import { ELEMENT_FORMAT, type ElementLinkage, type HashedElement } from './element.js';
import { continuesLog } from '../log-origins.js';
import type { Member } from './member-forms.js';

/** The checks that a chain can fail. */
export type ChainCheck =
  | 'chain.empty'
  | 'element.form'
  | 'element.digest'
  | 'chain.sequence'
  | 'chain.link'
  | 'chain.subject'
  | 'chain.time'
  | 'chain.transition'
  | 'chain.head'
  | 'element.signature'
  | 'element.issuer_signature';

/** The first failed check of a chain, and the element. */
export interface ChainFault {
  check: ChainCheck;
  sequence: number;
}

/** The rules of one kind of subject in addition to those of every chain. */
export interface SubjectRules<Content> {
  /** All members of an element of this kind. */
  members: readonly Member[];
  /** Members that never change within one chain. */
  constant: readonly (keyof Content)[];
  /** Whether `next` may follow `before`, which is undefined for the first element. */
  follows(before: Content | undefined, next: Content): boolean;
}

type Chained = ElementLinkage & { occurred_at: string };

/**
 * Walks a whole chain, oldest first: form, digest recomputed from the element text, contiguous sequence, links,
 * one subject, time not running back, allowed transitions.
 * @returns the first fault, or null for a sound chain.
 */
export function findChainFault<Content extends Chained>(
  chain: readonly HashedElement<Content>[],
  rules: SubjectRules<Content>,
): ChainFault | null {
  let before: HashedElement<Content> | undefined;
  for (let index = 0; index < chain.length; index += 1) {
    const element = chain[index] as HashedElement<Content>;
    const check = findElementFaultOrForm(before, element, index + 1, rules);
    if (check !== null) return { check, sequence: index + 1 };
    before = element;
  }
  return before === undefined ? { check: 'chain.empty', sequence: 0 } : null;
}

/**
 * The fault of an element after the previous one, which is undefined for the first; null where it continues the chain.
 * A member of a wrong type, which a check cannot read, is a fault of form.
 */
export function findElementFaultOrForm<Content extends Chained>(
  ...walked: Parameters<typeof findElementFault<Content>>
): ChainCheck | null {
  try {
    return findElementFault(...walked);
  } catch {
    return 'element.form';
  }
}

function findElementFault<Content extends Chained>(
  before: HashedElement<Content> | undefined,
  element: HashedElement<Content>,
  sequence: number,
  rules: SubjectRules<Content>,
): ChainCheck | null {
  const { content } = element;
  if (!element.canonical || content.format !== ELEMENT_FORMAT) return 'element.form';
  if (digestText(element.text) !== element.digest) return 'element.digest';
  if (formed.get(content) !== rules.members) {
    if (!hasForm(content, rules.members)) return 'element.form';
    formed.set(content, rules.members);
  }
  if (content.sequence !== sequence) return 'chain.sequence';
  if (content.previous !== (before === undefined ? null : before.digest)) return 'chain.link';
  if (before !== undefined) {
    for (const member of rules.constant) {
      if (content[member] !== before.content[member]) return 'chain.subject';
    }
    if (!continuesLog(before.content.log, content.log)) return 'chain.subject';
    if (content.occurred_at < before.content.occurred_at) return 'chain.time';
  }
  return rules.follows(before?.content, content) ? null : 'chain.transition';
}

/** A cache of contents that are well-formed, which is a pure function of their texts. */
const formed = new WeakMap<object, readonly Member[]>();

function hasForm(content: object, members: readonly Member[]): boolean {
  let index = 0;
  // Canonical texts list members in sorted order, so one pass compares the two lists.
  for (const name in content) {
    const member = members[index];
    if (member?.name !== name || !member.form((content as Record<string, unknown>)[name])) return false;
    index += 1;
  }
  return index === members.length;
}
