import { ATTEMPT_TRIGGERS, DELIVERY_STATES, DELIVERY_WAITS } from '@service/contracts';
import {
  choice,
  count,
  id,
  list,
  moment,
  momentOrNull,
  page,
  shape,
  text,
  textOrNull,
  version,
} from './schema-forms.js';

/** Schemas of what became of events on their way. */
export const deliverySchemas = {
  Delivery: shape({
    id,
    subscription_id: id,
    event_id: id,
    event_type: text,
    state: choice(DELIVERY_STATES),
    attempts: list(
      shape({
        number: version,
        trigger: {
          ...choice(ATTEMPT_TRIGGERS),
          description: 'Why it was made: by the retry schedule, or because somebody asked for it.',
        },
        at: moment,
        status: { type: ['integer', 'null'], description: 'Null where no answer came.' },
        error: { ...textOrNull, description: 'Why no whole answer came.' },
        latency_ms: count,
        answer: { ...textOrNull, description: 'Its first 1,024 bytes as text.' },
      }),
    ),
    next_attempt_at: {
      ...momentOrNull,
      description:
        'Null where none is to come, one is due or being made, an earlier event of the same subject is to be delivered first, or the subscription is disabled.',
    },
    waiting: {
      enum: [...DELIVERY_WAITS, null],
      description:
        'What a pending delivery waits for: `attempt`, which is due or being made; `schedule`, the time of its next attempt; `endpoint`, which asked for a pause or failed repeatedly; `earlier_delivery`, which `blocked_by` names; `subscription_disabled`, until it is enabled. Null where the delivery is over.',
    },
    blocked_by: {
      ...textOrNull,
      description:
        'The delivery that has to end first: of an earlier event of the same subject. Null where there is none.',
    },
    created_at: moment,
  }),
  DeliveryPage: page('Delivery'),
};
