import { EVENT_CATEGORIES } from '@service/contracts';
import { ChoiceMember, TextMember } from '../interface/inputs/members.js';
import { RangeEndMember } from '../interface/inputs/moment.member.js';
import { CURSOR_FORM, LimitQuery } from '../interface/inputs/pagination.js';

/** Value of `cursor` for the end of the list. */
export const LATEST = 'latest';

/** Which end of the list comes first. */
const EVENT_ORDERS = ['oldest', 'newest'] as const;
export type EventOrder = (typeof EVENT_ORDERS)[number];

export class EventQuery extends LimitQuery {
  @TextMember(
    'The `next_cursor` of the page before, of the same list with the same filters; `limit` may differ. `latest` begins at the end: the page is empty, and its `next_cursor` leads to what comes later.',
    { maxLength: 512, form: CURSOR_FORM, optional: true },
  )
  cursor?: string;

  @RangeEndMember('Events that were made at or after this moment.', { optional: true })
  from?: string;

  @RangeEndMember('Events that were made before this moment.', { optional: true, notBefore: 'from' })
  to?: string;

  @ChoiceMember(
    'What comes first; `oldest` where it is left out. With `newest`, no page waits, and an empty page is the last.',
    { choices: EVENT_ORDERS, optional: true },
  )
  order?: EventOrder;

  @TextMember('Events of this subject.', { maxLength: 128, optional: true })
  subject_id?: string;

  @ChoiceMember('Events of this category: a domain, or a single type.', {
    choices: EVENT_CATEGORIES,
    optional: true,
  })
  category?: string;
}
