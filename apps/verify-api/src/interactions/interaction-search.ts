import { invalidRequest } from '@service/contracts';
import { LAST, type LineSearch } from '@service/history';
import { normalMoment } from '../interface/inputs/members.js';
import type { TimeKey } from '../interface/inputs/cursors.js';
import { foreignCursor } from '../interface/inputs/pagination.js';
import type { InteractionQuery } from './interaction.query.js';

/**
 * What a query of a project's interactions asks for.
 * @param after where the page before ended; null for the newest.
 * @throws ServiceError `request.invalid` for a cursor of another list, or a time that ends before it begins.
 */
export function searchOf(projectId: string, query: InteractionQuery, after: TimeKey | null): LineSearch {
  const { limit: _limit, cursor: _cursor, from, to, ...filter } = query;
  if (after !== null && !isMoment(after[0])) {
    throw foreignCursor();
  }
  if (from !== undefined && to !== undefined && normalMoment(from) >= normalMoment(to)) {
    throw invalidRequest('to', 'must be later than from');
  }
  const ends = [to === undefined ? LAST : `${normalMoment(to)} `, after === null ? LAST : after.join(' ')];
  const below = ends.sort()[0] as string;
  return { projectId, filter, range: { from: from === undefined ? '' : normalMoment(from), below } };
}

/** The place below the last line of a page: its moment and its id. */
export function placeOf(below: string): TimeKey {
  return [below.slice(0, 24), below.slice(25)];
}

function isMoment(text: string): boolean {
  const moment = new Date(text);
  return text >= '0001' && !Number.isNaN(moment.getTime()) && moment.toISOString() === text;
}
