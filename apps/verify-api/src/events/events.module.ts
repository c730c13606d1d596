import { Module } from '@nestjs/common';
import { EventsController } from './events.controller.js';
import { EventCategoriesController } from './event-categories.controller.js';
import { PublishedEvents } from './published-events.js';

/** Published events and their categories. */
@Module({
  controllers: [EventsController, EventCategoriesController],
  providers: [PublishedEvents],
})
export class EventsModule {}
