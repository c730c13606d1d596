import { ATTEMPT_TRIGGERS, DELIVERY_STATES, DELIVERY_WAITS, SUBSCRIPTION_STATES } from '@service/contracts';
import {
  choice,
  count,
  described,
  flag,
  id,
  list,
  moment,
  momentOrNull,
  oneOf,
  orNull,
  page,
  see,
  shape,
  text,
  textOrNull,
  version,
} from './schema-forms.js';

/** Largest number of attempts, and of waiting deliveries, that a summary counts. */
export const MOST_COUNTED = 10_000;

const standing = {
  subscription_id: id,
  endpoint: text,
  state: choice(SUBSCRIPTION_STATES),
  failures: described(count, 'Attempts that failed in a row; 0 after one that was acknowledged.'),
  failing_since: described(momentOrNull, 'Since when every attempt has failed; null where none has.'),
  next_attempt_at: described(momentOrNull, 'Null where nothing waits, or an attempt is due or being made.'),
  disabled_after: described(
    momentOrNull,
    'When it is disabled, if every attempt fails until then; null where none has failed.',
  ),
  pending: described(count, `Deliveries that wait, of which ${MOST_COUNTED} at most are counted.`),
} as const;

const attempt = {
  number: version,
  trigger: described(
    choice(ATTEMPT_TRIGGERS),
    'Why it was made: by the retry schedule, or because somebody asked for it.',
  ),
  at: moment,
  status: { type: ['integer', 'null'], description: 'Null where no answer came.' },
  error: described(textOrNull, 'Why no whole answer came.'),
  latency_ms: count,
  answer: described(textOrNull, 'Its first 1,024 bytes as text.'),
} as const;

/** Schemas of deliveries, of requests for them, and of their summaries. */
export const deliverySchemas = {
  DeliverySummary: shape({ data: list(shape(standing)) }),
  SubscriptionSummary: shape({
    ...standing,
    succeeded: described(count, 'Deliveries that were acknowledged.'),
    exhausted: described(count, 'Deliveries that were given up.'),
    cancelled: described(count, 'Deliveries that ended with the subscription.'),
    attempts: described(count, 'Attempts of all of its deliveries, also of those that wait for the next.'),
    failed_attempts: described(count, 'Those of them that were not acknowledged.'),
    counted_since: described(
      momentOrNull,
      `Since when attempts, and deliveries that are over, were counted: the newest ${MOST_COUNTED} attempts are; null where that is all of them.`,
    ),
    last_attempt: orNull(
      shape({ delivery_id: id, ...attempt }),
      'The newest attempt of those that were counted; null before the first.',
    ),
  }),
  DeliveryRequest: shape({
    delivery_id: id,
    method: { const: 'POST' },
    endpoint: described(text, 'Where the next attempt goes; those before may have gone elsewhere.'),
    headers: list(
      shape({
        name: text,
        value: described(textOrNull, 'Null for what each attempt has its own of, which is not stored.'),
        signed: described(flag, 'Whether the signatures cover it, as they do the body.'),
      }),
    ),
    body: described(textOrNull, 'The exact text; null where the event was dropped.'),
  }),
  ReplayCount: shape({
    deliveries: described(count, 'How many a replay would plan now, of what was looked at.'),
    complete: described(flag, 'Whether all of the span was looked at: a long one is not.'),
  }),
  Delivery: shape({
    id,
    subscription_id: id,
    event_id: id,
    event_type: text,
    state: choice(DELIVERY_STATES),
    attempts: list(shape(attempt)),
    next_attempt_at: described(
      momentOrNull,
      'Null where none is to come, one is due or being made, an earlier event of the same subject is to be delivered first, or the subscription is disabled.',
    ),
    waiting: {
      enum: [...DELIVERY_WAITS, null],
      description:
        'What a pending delivery waits for: `attempt`, which is due or being made; `schedule`, the time of its next attempt; `endpoint`, which asked for a pause or failed repeatedly; `earlier_delivery`, which `blocked_by` names; `subscription_disabled`, until it is enabled. Null where the delivery is over.',
    },
    blocked_by: described(
      textOrNull,
      'The delivery that has to end first: of an earlier event of the same subject. Null where there is none.',
    ),
    created_at: moment,
    updated_at: described(moment, 'When its last attempt was made; before the first, when it was created.'),
  }),
  DeliveryBatch: shape({ data: list(oneOf(see('Delivery'), see('Error'))) }),
  DeliveryPage: page('Delivery'),
};
