import { DELIVERY_STATES } from '@service/contracts';
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
        'Null where none is to come, one is being made, or an earlier event of the same subject is to be delivered first.',
    },
    created_at: moment,
  }),
  DeliveryPage: page('Delivery'),
};
