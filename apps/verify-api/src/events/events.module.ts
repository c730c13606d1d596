import { Module } from '@nestjs/common';
import { EventsController } from './events.controller.js';
import { EventCategoriesController } from './event-categories.controller.js';
import { EventCategories } from './event-categories.js';
import { EventWatch } from './event-watch.js';
import { PublishedEvents } from './published-events.js';

/** Published events and their categories. */
@Module({
  controllers: [EventsController, EventCategoriesController],
  providers: [PublishedEvents, EventWatch, EventCategories],
  exports: [PublishedEvents],
})
export class EventsModule {}
