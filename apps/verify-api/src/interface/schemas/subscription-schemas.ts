import {
  DISABLE_CAUSES,
  EVENT_CATEGORIES,
  REPLAY_STATES,
  SIGNATURE_SCHEMES,
  SUBSCRIPTION_STATES,
} from '@service/contracts';
import { notes } from './metadata-schema.js';
import {
  choice,
  count,
  flag,
  id,
  list,
  moment,
  orNull,
  page,
  see,
  shape,
  text,
  textOrNull,
  version,
} from './schema-forms.js';

export const disabled = shape({ cause: choice(DISABLE_CAUSES), reason: text, at: moment });

const subscription = {
  id,
  project_id: id,
  endpoint: text,
  categories: list(choice(EVENT_CATEGORIES)),
  description: textOrNull,
  signatures: {
    ...list(choice(SIGNATURE_SCHEMES)),
    description: 'Schemes of `webhook-signature`: `v1` always, and `v1a` where it was asked for.',
  },
  state: choice(SUBSCRIPTION_STATES),
  version,
  disabled: orNull(disabled, 'Why and since when nothing is delivered; null while events are delivered.'),
  public_key: {
    ...text,
    description:
      'Ed25519 key that the `v1a` signatures verify with, where deliveries have them: 32 bytes in base64url.',
  },
  rotation: orNull(
    see('SubscriptionRotation'),
    'The overlap of a rotation, while the old secret signs deliveries too; null otherwise.',
  ),
  created_by: textOrNull,
  ...notes,
  created_at: moment,
  updated_at: moment,
} as const;

/** Schemas of subscriptions, and of requests for their deliveries. */
export const subscriptionSchemas = {
  Subscription: shape(subscription),
  SubscriptionWithSecret: shape({
    ...subscription,
    secret: {
      ...textOrNull,
      description:
        'Verifies deliveries (Standard Webhooks: `whsec_`). Shown here only; null in the answer to a repeated request.',
    },
  }),
  SubscriptionRotation: shape({
    overlap_ends_at: moment,
    old_public_key: { ...text, description: 'The public key of the old secret.' },
  }),
  SubscriptionPage: page('Subscription'),
  TestRequest: shape({ event_id: { ...id, description: 'Of the event that is delivered.' } }),
  Replay: shape({
    id,
    subscription_id: id,
    from: moment,
    to: moment,
    only_failed: flag,
    state: {
      ...choice(REPLAY_STATES),
      description:
        '`running` as long as deliveries are planned or pending; `cancelled` with its subscription.',
    },
    planned: { ...count, description: 'Deliveries planned so far.' },
    pending: { ...count, description: 'Of these, those that go on.' },
    succeeded: { ...count, description: 'Those that were acknowledged.' },
    exhausted: { ...count, description: 'Those that were given up.' },
    created_at: moment,
  }),
  ReplayPage: page('Replay'),
};
