import { invalidRequest, type ServiceError } from '@service/contracts';
import { NumberMember, TextMember } from './members.js';

export const CURSOR_FORM = {
  pattern: /^[\w-]+$/,
  is: 'the next_cursor of a page of this list with the same filters',
};

/** How many items a page has. */
export class LimitQuery {
  @NumberMember('Items on a page.', { min: 1, max: 100, default: 20, optional: true })
  limit: number = 20;
}

/** Query parameters of every list. */
export class PageQuery extends LimitQuery {
  @TextMember(
    'The `next_cursor` of the page before, of the same list with the same filters; `limit` may differ. Its content is encrypted and may change.',
    { maxLength: 512, form: CURSOR_FORM, optional: true },
  )
  cursor?: string;
}

/** A page of a list; `next_cursor` is null on the last one. */
export interface Page<Item> {
  data: Item[];
  next_cursor: string | null;
}

/** The filters of a list's query: everything except limit and cursor. */
export function filtersOf({
  limit: _limit,
  cursor: _cursor,
  ...filters
}: PageQuery): Record<string, unknown> {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
}

/** The error for a cursor that this list has not returned: it is invented, or of another list, project or filter. */
export function foreignCursor(): ServiceError {
  return invalidRequest('cursor', `must be ${CURSOR_FORM.is}`);
}
