import { Injectable } from '@nestjs/common';
import { EVENT_TYPES, type EventType } from '@service/contracts';
import { JSON_SCHEMA, elementSchemas } from '../interface/schemas/element-schemas.js';
import { eventSchemaOf } from '../interface/schemas/event-schemas.js';
import type { Answer } from '../interface/schemas/schemas.js';

/** The registry of published event types. */
@Injectable()
export class EventCategories {
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
