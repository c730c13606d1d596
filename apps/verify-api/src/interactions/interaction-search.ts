import { invalidRequest } from '@service/contracts';
import { LAST, type FoundInteractions, type LineSearch, type ShownInteraction } from '@service/history';
import { normalMoment } from '../inputs/members.js';
import { decodeTimeCursor, encodeCursor, foreignCursor, type Page } from '../inputs/pagination.js';
import type { InteractionQuery } from './interaction.query.js';

/**
 * What a query of a project's interactions asks for.
 * @throws ServiceError `request.invalid` for a cursor of another list, or a time that ends before it begins.
 */
export function searchOf(projectId: string, query: InteractionQuery): LineSearch {
  const { limit: _limit, cursor, from, to, ...filter } = query;
  const after = decodeTimeCursor(cursor);
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

/** The page that interactions are answered as; its cursor leads on below the last key, a moment and an id. */
export function pageOf({ data, below }: FoundInteractions): Page<ShownInteraction> {
  return { data, next_cursor: below === null ? null : encodeCursor([below.slice(0, 24), below.slice(25)]) };
}

function isMoment(text: string): boolean {
  const moment = new Date(text);
  return text >= '0001' && !Number.isNaN(moment.getTime()) && moment.toISOString() === text;
}
