import { oauthSubjectOf } from '@service/contracts';
import { credentialOf, type HistoryLine } from '../lines/read-line.js';

/** The values that lines of a list must have; a member that is not given matches all lines. */
export interface LineFilter {
  channel?: string | undefined;
  credential_id?: string | undefined;
  operation?: string | undefined;
  outcome?: string | undefined;
  error_code?: string | undefined;
  subject?: string | undefined;
  /** Lines that match all of this are left out. */
  without?: { outcome: string; operations: ReadonlySet<string> };
}

const MEMBERS = ['channel', 'operation', 'outcome', 'error_code'] as const;

/**
 * The texts that a block contains if one of its lines matches, as lines write them. Within another value such a text
 * cannot occur, because its quotes would be escaped.
 */
export function textsOf(filter: LineFilter): string[] {
  const members = MEMBERS.flatMap((member) => {
    const value = filter[member];
    return value === undefined ? [] : [`"${member}":${JSON.stringify(value)}`];
  });
  const { credential_id: caller, subject } = filter;
  // A line holds the subject of an access token as its actor's id.
  const actor = caller === undefined ? undefined : (oauthSubjectOf(caller) ?? caller);
  const ids = [actor, subject].flatMap((id) => (id === undefined ? [] : JSON.stringify(id)));
  return [...members, ...ids];
}

export function matches(filter: LineFilter, line: HistoryLine): boolean {
  return (
    MEMBERS.every((member) => filter[member] === undefined || filter[member] === line[member]) &&
    (filter.credential_id === undefined || filter.credential_id === credentialOf(line)) &&
    (filter.subject === undefined || line.subjects.includes(filter.subject)) &&
    !(filter.without?.outcome === line.outcome && filter.without.operations.has(line.operation))
  );
}
