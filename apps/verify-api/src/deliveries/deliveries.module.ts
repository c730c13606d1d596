import { Module } from '@nestjs/common';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module.js';
import { DeliveriesController } from './deliveries.controller.js';
import { Deliveries } from './deliveries.js';

/** What became of deliveries, and requests for more. */
@Module({
  imports: [SubscriptionsModule],
  controllers: [DeliveriesController],
  providers: [Deliveries],
})
export class DeliveriesModule {}
