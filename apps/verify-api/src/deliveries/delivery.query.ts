import { DELIVERY_STATES, EVENT_TYPES, type DeliveryState } from '@service/contracts';
import { ChoiceMember, TextMember, TimestampMember } from '../interface/inputs/members.js';
import { PageQuery } from '../interface/inputs/pagination.js';

const EVENT_ID = /^evt_[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

export class DeliveryQuery extends PageQuery {
  @ChoiceMember({ description: 'Deliveries in this state.', choices: DELIVERY_STATES, optional: true })
  state?: DeliveryState;

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
    pattern: EVENT_ID,
    optional: true,
  })
  event_id?: string;

  @TimestampMember({ description: 'Deliveries planned at or after this moment.', optional: true })
  since?: string;

  @TimestampMember({ description: 'Deliveries planned before this moment.', optional: true })
  until?: string;
}
