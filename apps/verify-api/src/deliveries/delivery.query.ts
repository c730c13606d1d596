import { DELIVERY_STATES, EVENT_TYPES, type DeliveryState } from '@service/contracts';
import { ChoiceMember, ChoicesMember, SwitchMember, TextMember } from '../interface/inputs/members.js';
import { RangeEndMember } from '../interface/inputs/moment.member.js';
import { PageQuery } from '../interface/inputs/pagination.js';

const EVENT_ID = {
  pattern: /^evt_[0-7][0-9A-HJKMNP-TV-Z]{25}$/,
  is: 'the id of an event: evt_ and 26 characters',
};

export class DeliveryQuery extends PageQuery {
  @TextMember({ description: 'Deliveries to this subscription.', maxLength: 64, optional: true })
  subscription_id?: string;

  @ChoicesMember({ description: 'Deliveries in these states.', choices: DELIVERY_STATES, optional: true })
  state?: DeliveryState[];

  @SwitchMember({
    description: 'Deliveries of which an attempt has been made, or of which none has.',
    optional: true,
  })
  attempted?: boolean;

  @ChoiceMember({
    description: 'Deliveries of events of this type.',
    choices: Object.keys(EVENT_TYPES),
    optional: true,
  })
  event_type?: string;

  @TextMember({
    description: 'Deliveries of this event.',
    minLength: 30,
    maxLength: 30,
    form: EVENT_ID,
    optional: true,
  })
  event_id?: string;

  @RangeEndMember({ description: 'Deliveries planned at or after this moment.', optional: true })
  from?: string;

  @RangeEndMember({
    description: 'Deliveries planned before this moment.',
    optional: true,
    notBefore: 'from',
  })
  to?: string;
}
