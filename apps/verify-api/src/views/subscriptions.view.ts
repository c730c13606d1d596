import { foldLoggedSubscription, type SubscriptionSnapshot } from '@service/contracts';
import type { View } from '@service/event-store';
import { foldSnapshots, snapshotTableSql } from './snapshot-table.js';

/** Subscriptions for reads and lists: one document each. Their secrets are encrypted. */
export const subscriptionsView: View = {
  name: 'subscriptions',
  schema: 'verify_api_subscriptions',
  log: 'webhook_dispatcher',

  createSql: (schema) => snapshotTableSql(`${schema}.subscriptions`, ['project_id']),

  apply: (client, schema, events) =>
    foldSnapshots<SubscriptionSnapshot>(
      client,
      {
        name: `${schema}.subscriptions`,
        fold: foldLoggedSubscription,
      },
      events,
    ),
};
