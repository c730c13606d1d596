import { Module } from '@nestjs/common';
import { SubscriptionsController } from './subscriptions.controller.js';
import { Subscriptions } from './subscriptions.js';

/** Subscriptions to events. */
@Module({
  controllers: [SubscriptionsController],
  providers: [Subscriptions],
  exports: [Subscriptions],
})
export class SubscriptionsModule {}
