import { invalidRequest } from '@service/contracts';
import { normalMoment } from '../../documentation/members.js';
import { decodeTimeCursor, foreignCursor } from '../../http/pagination.js';
import type { InteractionQuery } from '../interaction.query.js';
import { LAST, type LineSearch } from './newest-lines.js';

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

function isMoment(text: string): boolean {
  const moment = new Date(text);
  return text >= '0001' && !Number.isNaN(moment.getTime()) && moment.toISOString() === text;
}
