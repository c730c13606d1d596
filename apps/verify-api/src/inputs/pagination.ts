import { invalidRequest, type ServiceError } from '@service/contracts';
import { NumberMember, TextMember } from './members.js';

/** Query parameters of every list. */
export class PageQuery {
  @NumberMember({ description: 'Items on a page.', min: 1, max: 100, default: 20, optional: true })
  limit: number = 20;

  @TextMember({
    description:
      'The `next_cursor` of the page before, of the same list and project. Its content is encrypted and may change.',
    maxLength: 512,
    optional: true,
  })
  cursor?: string;
}

/** A page of a list; `next_cursor` is null on the last one. */
export interface Page<Item> {
  data: Item[];
  next_cursor: string | null;
}

/** The error for a cursor that this list has not returned: of another list or project, or invented. */
export function foreignCursor(): ServiceError {
  return invalidRequest('cursor', 'must be the next_cursor of a page of this list');
}
