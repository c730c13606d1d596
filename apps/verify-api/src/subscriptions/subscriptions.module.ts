import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Subscriptions } from './subscriptions.js';
import { SubscriptionEntity } from '../views/snapshot.entities.js';

/** Subscriptions to events. */
@Module({
  imports: [TypeOrmModule.forFeature([SubscriptionEntity])],
  providers: [Subscriptions],
  exports: [Subscriptions],
})
export class SubscriptionsModule {}
