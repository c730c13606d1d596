import { TextMember } from './members.js';

/** Body of a transition that needs nothing but its reason. */
export class ReasonBody {
  @TextMember('Why; stored beside the history.', { maxLength: 500 })
  reason!: string;
}
