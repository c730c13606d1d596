import type { SubscriptionSnapshot } from '@service/contracts';
import { Entity } from 'typeorm';
import { SnapshotEntity } from './snapshot.entity.js';
import { subscriptionsView } from './subscriptions.view.js';

@Entity({ schema: subscriptionsView.schema, name: 'subscriptions', synchronize: false })
export class SubscriptionEntity extends SnapshotEntity<SubscriptionSnapshot> {}
