import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EventsModule } from '../events/events.module.js';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module.js';
import { Deliveries } from './deliveries.js';
import { DeliveryRequests } from './delivery-request.js';
import { DeliveryStandings } from './delivery-standings.js';
import { ReplayCounts } from './replay-count.js';
import { Replays } from './replays.js';
import { SubscriptionEntity } from '../views/snapshot.entities.js';

/** Reads deliveries, standings and replays, and requests retries. */
@Module({
  imports: [TypeOrmModule.forFeature([SubscriptionEntity]), SubscriptionsModule, EventsModule],
  providers: [Deliveries, DeliveryStandings, DeliveryRequests, Replays, ReplayCounts],
})
export class DeliveriesModule {}
