import { credentialOf, subjectsOf, type HistoryLine } from '../lines/read-line.js';

/** What the lines are asked for that a list shows; what is not given matches any. */
export interface LineFilter {
  credential_id?: string | undefined;
  operation?: string | undefined;
  outcome?: string | undefined;
  error_code?: string | undefined;
  subject?: string | undefined;
}

const MEMBERS = ['operation', 'outcome', 'error_code'] as const;

/**
 * Texts that a block holds where one of its lines matches: each as a line of either version writes it. No other value
 * can hold such a text, because its quotes are escaped there.
 */
export function textsOf(filter: LineFilter): string[] {
  const members = MEMBERS.flatMap((member) => {
    const value = filter[member];
    return value === undefined ? [] : [`"${member}":${JSON.stringify(value)}`];
  });
  const ids = [filter.credential_id, filter.subject].flatMap((id) =>
    id === undefined ? [] : JSON.stringify(id),
  );
  return [...members, ...ids];
}

export function matches(filter: LineFilter, line: HistoryLine): boolean {
  return (
    MEMBERS.every((member) => filter[member] === undefined || filter[member] === line[member]) &&
    (filter.credential_id === undefined || filter.credential_id === credentialOf(line)) &&
    (filter.subject === undefined || subjectsOf(line).includes(filter.subject))
  );
}
