import type { AuthorityElementContent } from './authority-element.js';
import type { AuthorityStanding } from './authority-standing.js';
import type { HashedElement } from './element.js';

const quote = JSON.stringify;

/** An authority as evidence shows it, in JCS form (RFC 8785): its newest element, and how it stands. */
export function renderAuthority(
  newest: HashedElement<AuthorityElementContent>,
  { state, validAtEvent, validNow }: AuthorityStanding,
): string {
  const { content } = newest;
  return (
    `${shownTerms(newest)},"state":"${state}","valid_at_event":${validAtEvent}` +
    `,"valid_now":${validNow},"valid_until":"${content.valid_until}"` +
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
