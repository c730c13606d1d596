import { EVENT_CATEGORIES } from '@service/contracts';
import { ChoiceMember, TextMember } from '../inputs/members.js';
import { PageQuery } from '../inputs/pagination.js';

export class EventQuery extends PageQuery {
  @TextMember({ description: 'Events of this subject.', maxLength: 128, optional: true })
  subject_id?: string;

  @ChoiceMember({
    description: 'Events of this category: a domain, or a single type.',
    choices: EVENT_CATEGORIES,
    optional: true,
  })
  category?: string;
}
