import { isId } from '@service/contracts';
import { MOST_SUBJECTS } from '@service/history';

/** The members by which a body, or an item of a batch, names what it asks for. */
const NAMING = ['record_id', 'authority_id'] as const;

/**
 * The ids that a body names what it asks for by, its own or those of a batch's items: each once, and at most a hundred. The
 * body may be anything, and text that is not an id is left out: the history keeps nothing else that a caller makes up.
 */
export function askedIds(body: unknown): string[] {
  const { records } = membersOf(body);
  const items: unknown[] = Array.isArray(records) ? records : [body];
  const named = items.flatMap((item) => {
    const members = membersOf(item);
    return NAMING.map((name) => members[name]);
  });
  return distinctIds(named);
}

/** Those of some values that are ids, each once, and at most a hundred. */
export function distinctIds(values: readonly unknown[]): string[] {
  return [...new Set(values.filter(isId))].slice(0, MOST_SUBJECTS);
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
