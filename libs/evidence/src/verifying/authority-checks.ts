import type { AuthorityElementContent } from '../elements/authority-element.js';
import { authorityStateAt } from '../elements/authority-transitions.js';
import { millisecondsOf } from '../moments.js';
import type { AuthorityReference, RecordElementContent } from '../elements/record-element.js';
import { RECORD_TRANSITIONS } from '../elements/record-transitions.js';
import type { SubjectChain } from './chains.js';
import { CheckFailed, Passed, passes } from './checklist.js';

type Chain<Content> = Pick<SubjectChain<Content>, 'subjectId' | 'elements'>;
type RecordChain = Chain<RecordElementContent>;
type AuthorityChain = Chain<AuthorityElementContent>;

/** Every element names a given element of its authority by its digest, and no other authority is given. */
export function checkNamedAuthorities(
  records: readonly RecordChain[],
  authorities: readonly AuthorityChain[],
): Passed<null> {
  const named = new Set<string>();
  for (const { elements, subjectId } of records) {
    for (const { content } of elements) {
      const about = `element ${content.sequence} of ${subjectId}`;
      const element = elementNamed(content.authority, authorities);
      if (element === undefined) throw new CheckFailed('the authority that it names is not there', about);
      if (element.issuer !== content.issuer || element.project_id !== content.project_id) {
        throw new CheckFailed('it says another issuer or project than its authority', about);
      }
      named.add(content.authority.id);
    }
  }
  const unnamed = authorities.find(({ subjectId }) => !named.has(subjectId));
  if (unnamed !== undefined) throw new CheckFailed('no element names this authority', unnamed.subjectId);
  return new Passed(null, [...named].join(', '));
}

/** Every transition that needs an active authority had one. */
export function checkActiveAuthorities(
  records: readonly RecordChain[],
  authorities: readonly AuthorityChain[],
): Passed<null> {
  let needed = 0;
  for (const { elements, subjectId } of records) {
    for (const { content } of elements) {
      if (!RECORD_TRANSITIONS[content.type].needs_active_authority) continue;
      needed += 1;
      const element = elementNamed(content.authority, authorities);
      if (element === undefined || authorityStateAt(element, new Date(content.occurred_at)) !== 'active') {
        throw new CheckFailed('its authority was not active', `element ${content.sequence} of ${subjectId}`);
      }
    }
  }
  return new Passed(null, `${needed} transitions`);
}

/** Milliseconds by which a record's decision may rest on an old copy of its authority: twice what the service allows. */
const AUTHORITY_LAG = 10_000;

/**
 * Every element names the element of its authority that was the newest at that time: otherwise an issuer could go on
 * under an element from before its suspension or revocation.
 */
export function checkCurrentAuthorities(
  records: readonly RecordChain[],
  authorities: readonly AuthorityChain[],
): Passed<null> {
  let named = 0;
  for (const { elements, subjectId } of records) {
    for (const { content } of elements) {
      const about = `element ${content.sequence} of ${subjectId}`;
      const chain = authorities.find((each) => each.subjectId === content.authority.id);
      const [element, next] = chain?.elements.slice(content.authority.version - 1) ?? [];
      const time = millisecondsOf(content.occurred_at);
      if (element === undefined || millisecondsOf(element.content.occurred_at) > time + AUTHORITY_LAG) {
        throw new CheckFailed('it names an element of its authority that is later than itself', about);
      }
      if (next !== undefined && millisecondsOf(next.content.occurred_at) < time - AUTHORITY_LAG) {
        throw new CheckFailed(
          `the element of its authority that it names had been superseded at ${next.content.occurred_at}`,
          about,
        );
      }
      named += 1;
    }
  }
  return new Passed(null, `${named} elements`);
}

/** Whether a record passes the three checks above against its one authority. */
export function restsOnAuthority(record: RecordChain, authority: AuthorityChain): boolean {
  return [checkNamedAuthorities, checkActiveAuthorities, checkCurrentAuthorities].every((check) =>
    passes(() => check([record], [authority])),
  );
}

/** The element of an authority that a reference names. */
export function elementNamed(
  { id, version, digest }: AuthorityReference,
  authorities: readonly AuthorityChain[],
): AuthorityElementContent | undefined {
  const chain = authorities.find(({ subjectId }) => subjectId === id);
  const element = chain?.elements[version - 1];
  return element?.digest === digest ? element.content : undefined;
}
