import { invalidRequest } from '@service/contracts';
import { LAST, type LineSearch } from '@service/history';
import type { TimeKey } from '../interface/inputs/cursors.js';
import { foreignCursor } from '../interface/inputs/pagination.js';
import { READING_NAMES } from '../interface/operation-names.js';
import type { InteractionQuery } from './interaction.query.js';

/** What changed nothing. An export is kept: it takes data out in bulk. */
const READS = {
  outcome: 'succeeded',
  operations: new Set([
    'changes.follow',
    'deliveries.deliver',
    ...READING_NAMES.filter((name) => !name.endsWith('.export')),
  ]),
};

/**
 * The search for a query of a project's interactions.
 * @param after where the previous page ended; null for the first page.
 * @throws ServiceError `request.invalid` for a cursor of another list, or `to` not after `from`.
 */
export function searchOf(projectId: string, query: InteractionQuery, after: TimeKey | null): LineSearch {
  const { limit: _limit, cursor: _cursor, from, to, reads, ...named } = query;
  if (after !== null && !isMoment(after[0])) {
    throw foreignCursor();
  }
  if (from !== undefined && to !== undefined && from >= to) {
    throw invalidRequest('to', 'must be later than from');
  }
  const ends = [to === undefined ? LAST : `${to} `, after === null ? LAST : after.join(' ')];
  const below = ends.sort()[0] as string;
  const filter = reads === false ? { ...named, without: READS } : named;
  return { projectId, filter, range: { from: from ?? '', below } };
}

/** The place below the last line of a page: its moment and its id. */
export function placeOf(below: string): TimeKey {
  return [below.slice(0, 24), below.slice(25)];
}

function isMoment(text: string): boolean {
  const moment = new Date(text);
  return text >= '0001' && !Number.isNaN(moment.getTime()) && moment.toISOString() === text;
}
