import { Module } from '@nestjs/common';
import { EventCategories } from './event-categories.js';
import { EventWatch } from './event-watch.js';
import { PublishedEvents } from './published-events.js';

/** Published events and their categories. */
@Module({
  providers: [PublishedEvents, EventWatch, EventCategories],
  exports: [PublishedEvents, EventWatch],
})
export class EventsModule {}
