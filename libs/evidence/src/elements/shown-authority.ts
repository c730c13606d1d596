import { authorityValidAt } from './authority-chain.js';
import type { AuthorityElementContent } from './authority-element.js';
import { authorityStateAt } from './authority-transitions.js';
import type { HashedElement } from './element.js';
import { millisecondsOf } from '../moments.js';

const quote = JSON.stringify;

/**
 * An authority as evidence shows it, in JCS form (RFC 8785): its newest element, its state now, and whether it was valid
 * when it was used.
 * @param named the element that the use was decided on; undefined where it is unknown.
 * @param at time of the use, ISO 8601; undefined where it is unknown.
 */
export function renderAuthority(
  newest: HashedElement<AuthorityElementContent>,
  named: HashedElement<AuthorityElementContent> | undefined,
  at: string | undefined,
  now: Date,
): string {
  const { content } = newest;
  const validAtEvent =
    named !== undefined && at !== undefined && authorityValidAt(named.content, content, at);
  const state = authorityStateAt(content, now);
  const compromised =
    content.invalid_since !== null && millisecondsOf(content.invalid_since) <= now.getTime();
  return (
    `${shownTerms(newest)},"state":"${state}","valid_at_event":${validAtEvent}` +
    `,"valid_now":${state === 'active' && !compromised},"valid_until":"${content.valid_until}"` +
    `,"version":${content.sequence}}`
  );
}

const terms = new WeakMap<object, string>();

/** The members of an authority that do not change until its next event, cached by element. */
function shownTerms({ content, digest }: HashedElement<AuthorityElementContent>): string {
  let shown = terms.get(content);
  if (shown === undefined) {
    const { authority_id, issuer, scope } = content;
    shown = `{"digest":"${digest}","id":${quote(authority_id)},"issuer":${quote(issuer)},"scope":${quote(scope)}`;
    terms.set(content, shown);
  }
  return shown;
}
