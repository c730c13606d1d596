import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { EVENT_TYPES, type EventType } from '@service/contracts';
import { JSON_SCHEMA, elementSchemas } from '../schemas/element-schemas.js';
import { eventSchemaOf } from '../schemas/event-schemas.js';
import { Operation } from '../documentation/operation.js';
import type { Answer } from '../schemas/schemas.js';

/** The registry of what is published. */
@ApiTags('events')
@Controller('v1/event-categories')
export class EventCategoriesController {
  private readonly registry: Answer<'EventCategories'> = {
    data: (Object.keys(EVENT_TYPES) as EventType[]).map((type) => ({
      type,
      domain: EVENT_TYPES[type].domain,
      description: EVENT_TYPES[type].description,
      schema: { $schema: JSON_SCHEMA, ...eventSchemaOf(type, (name) => elementSchemas[name]) },
    })),
  };

  @Get()
  @Operation({
    name: 'event_category.list',
    access: 'any',
    summary:
      'List the types of events, each with the domain it belongs to and the JSON Schema (2020-12) of its event; a category is a domain or a type',
    answers: [200, 'EventCategories'],
  })
  list() {
    return this.registry;
  }
}
