import { RangeEndMember } from './moment.member.js';
import { PageQuery } from './pagination.js';

/** Query parameters of a list that is sorted by creation. */
export class CreatedQuery extends PageQuery {
  @RangeEndMember('Only what was created at or after this moment.', { optional: true })
  from?: string;

  @RangeEndMember('Only what was created before this moment.', { optional: true, notBefore: 'from' })
  to?: string;
}
