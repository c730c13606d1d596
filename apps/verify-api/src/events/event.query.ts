import { EVENT_CATEGORIES } from '@service/contracts';
import { ChoiceMember, TextMember, TimestampMember } from '../inputs/members.js';
import { LimitQuery } from '../inputs/pagination.js';

/** In place of a cursor: the end of the list. */
export const LATEST = 'latest';

export class EventQuery extends LimitQuery {
  @TextMember({
    description:
      'The `next_cursor` of the page before, of the same list with the same filters; `limit` may differ. `latest` begins at the end: the page is empty, and its `next_cursor` leads to what comes later.',
    maxLength: 512,
    optional: true,
  })
  cursor?: string;

  @TimestampMember({
    description: 'Events that were made at or after this moment.',
    optional: true,
  })
  since?: string;

  @TextMember({ description: 'Events of this subject.', maxLength: 128, optional: true })
  subject_id?: string;

  @ChoiceMember({
    description: 'Events of this category: a domain, or a single type.',
    choices: EVENT_CATEGORIES,
    optional: true,
  })
  category?: string;
}
