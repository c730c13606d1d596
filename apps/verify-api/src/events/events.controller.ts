import { Controller, Get, Header, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '../documentation/operation.js';
import { Source, type RequestSource } from '../http/access.js';
import { EventQuery } from './event.query.js';
import { PublishedEvents } from './published-events.js';

const JSON_TYPE = 'application/json; charset=utf-8';

/** The events of the caller's project, by polling. */
@ApiTags('events')
@Controller('v1/events')
export class EventsController {
  constructor(private readonly events: PublishedEvents) {}

  @Get()
  @Header('content-type', JSON_TYPE)
  @Operation({
    name: 'event.list',
    access: 'subscribe',
    summary:
      'List events, oldest first. `next_cursor` is always there: keep it, and ask with it again for what has come since; a page of fewer than `limit` events was the last for now',
    answers: [200, 'EventPage'],
    takes: 'query',
    fails: ['event.cursor_expired'],
  })
  list(@Query() query: EventQuery, @Source() source: RequestSource): Promise<string> {
    return this.events.list(source, query);
  }

  @Get(':id')
  @Header('content-type', JSON_TYPE)
  @Operation({
    name: 'event.read',
    access: 'subscribe',
    summary: 'Read an event',
    answers: [200, 'Event'],
    fails: ['event.not_found'],
  })
  read(@Param('id') id: string, @Source() source: RequestSource): Promise<string> {
    return this.events.read(source, id);
  }
}
