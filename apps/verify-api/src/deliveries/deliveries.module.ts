import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module.js';
import { DeliveriesController } from './deliveries.controller.js';
import { Deliveries } from './deliveries.js';
import { ReplaysController } from './replays.controller.js';
import { Replays } from './replays.js';
import { SubscriptionEntity } from '../views/snapshot.entities.js';

/** What became of deliveries and replays, and requests for more. */
@Module({
  imports: [TypeOrmModule.forFeature([SubscriptionEntity]), SubscriptionsModule],
  controllers: [DeliveriesController, ReplaysController],
  providers: [Deliveries, Replays],
})
export class DeliveriesModule {}
