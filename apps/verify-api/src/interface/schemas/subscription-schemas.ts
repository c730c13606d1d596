import {
  DISABLE_CAUSES,
  EVENT_CATEGORIES,
  REPLAY_STATES,
  SIGNATURE_SCHEMES,
  SUBSCRIPTION_STATES,
} from '@service/contracts';
import {
  choice,
  count,
  described,
  flag,
  id,
  list,
  moment,
  notes,
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
  signatures: described(
    list(choice(SIGNATURE_SCHEMES)),
    'Schemes of `webhook-signature`: `v1` always, and `v1a` where it was asked for.',
  ),
  state: choice(SUBSCRIPTION_STATES),
  version,
  disabled: orNull(disabled, 'Why and since when nothing is delivered; null while events are delivered.'),
  public_key: described(
    text,
    'Ed25519 key that the `v1a` signatures verify with, where deliveries have them: 32 bytes in base64url.',
  ),
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
    secret: described(
      textOrNull,
      'Verifies deliveries (Standard Webhooks: `whsec_`). Shown here only; null in the answer to a repeated request.',
    ),
  }),
  SubscriptionRotation: shape({
    overlap_ends_at: moment,
    old_public_key: described(text, 'The public key of the old secret.'),
  }),
  SubscriptionPage: page('Subscription'),
  TestRequest: shape({ event_id: described(id, 'Of the event that is delivered.') }),
  Replay: shape({
    id,
    subscription_id: id,
    from: moment,
    to: moment,
    only_failed: flag,
    state: described(
      choice(REPLAY_STATES),
      '`running` as long as deliveries are planned or pending; `cancelled` with its subscription.',
    ),
    planned: described(count, 'Deliveries planned so far.'),
    pending: described(count, 'Of these, those that go on.'),
    succeeded: described(count, 'Those that were acknowledged.'),
    exhausted: described(count, 'Those that were given up.'),
    created_at: moment,
    updated_at: moment,
  }),
  ReplayPage: page('Replay'),
};
