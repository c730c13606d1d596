import { identified } from '../interface/identified-input.js';
import { defineOperation } from '../interface/operation.js';
import { EventQuery } from './event.query.js';
import { PublishedEvents } from './published-events.js';
import { Injectable } from '@nestjs/common';
import { EVENT_TYPES, type EventType } from '@service/contracts';
import { JSON_SCHEMA, elementSchemas } from '../interface/schemas/element-schemas.js';
import { eventSchemaOf } from '../interface/schemas/event-schemas.js';
import type { Answer } from '../interface/schemas/schemas.js';

/** The registry of published event types. */
@Injectable()
class EventCategories {
  private readonly registry: Answer<'EventCategories'> = {
    data: (Object.keys(EVENT_TYPES) as EventType[]).map((type) => ({
      type,
      domain: EVENT_TYPES[type].domain,
      description: EVENT_TYPES[type].description,
      schema: { $schema: JSON_SCHEMA, ...eventSchemaOf(type, (name) => elementSchemas[name]) },
    })),
  };

  list(): Answer<'EventCategories'> {
    return this.registry;
  }
}

const common = { access: 'subscribe', useCase: PublishedEvents } as const;

/** Operations on the events of the caller's project, by polling, and on their registry. */
export const eventOperations = {
  list: defineOperation({
    ...common,
    name: 'events.list',
    http: 'GET /v1/events',
    summary:
      'List events, oldest first unless `order` says otherwise. `next_cursor` is always there: keep it, and ask with it again for what has come since; a page of fewer than `limit` events was the last for now. With `Prefer: wait=N`, a page that would be empty waits for the next event',
    waits: 'waits until there is an event, at most `N` and never more than 10 seconds, unless too many wait.',
    input: EventQuery,
    answer: 'EventPage',
    fails: ['event.cursor_expired'],
    execute: (events, call, query) => events.list(call, query),
  }),

  read: defineOperation({
    ...common,
    name: 'events.read',
    http: 'GET /v1/events/:id',
    summary: 'Read an event',
    input: identified('event_id'),
    answer: 'Event',
    fails: ['event.not_found'],
    execute: (events, call, { event_id }) => events.read(call, event_id),
  }),

  listCategories: defineOperation({
    name: 'event_categories.list',
    http: 'GET /v1/event-categories',
    access: 'any',
    summary:
      'List the types of events, each with the domain it belongs to and the JSON Schema (2020-12) of its event; a category is a domain or a type',
    answer: 'EventCategories',
    fromMemory: true,
    useCase: EventCategories,
    execute: (categories) => categories.list(),
  }),
};
