import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '../documentation/operation.js';
import { Source, type RequestSource } from '../http/access.js';
import { PageQuery } from '../inputs/pagination.js';
import { Deliveries } from './deliveries.js';

/** What became of events on their way to subscriptions. */
@ApiTags('deliveries')
@Controller('v1')
export class DeliveriesController {
  constructor(private readonly deliveries: Deliveries) {}

  @Get('subscriptions/:id/deliveries')
  @Operation({
    name: 'delivery.list',
    access: 'subscribe',
    summary: 'List a subscription’s deliveries with their attempts, newest first',
    answers: [200, 'DeliveryPage'],
    takes: 'query',
    fails: ['subscription.not_found'],
  })
  list(@Param('id') id: string, @Query() query: PageQuery, @Source() source: RequestSource) {
    return this.deliveries.list(source.projectId, id, query);
  }

  @Get('deliveries/:id')
  @Operation({
    name: 'delivery.read',
    access: 'subscribe',
    summary: 'Read a delivery with its attempts',
    answers: [200, 'Delivery'],
    fails: ['delivery.not_found'],
  })
  read(@Param('id') id: string, @Source() source: RequestSource) {
    return this.deliveries.read(source.projectId, id);
  }

  @Post('deliveries/:id/retry')
  @HttpCode(202)
  @Operation({
    name: 'delivery.retry',
    access: 'subscribe',
    method: 'POST',
    summary: 'Have a delivery attempted now, one that was given up too; answers it as it is before',
    answers: [202, 'Delivery'],
    fails: ['delivery.not_found', 'delivery.transition_not_allowed', 'subscription.transition_not_allowed'],
  })
  retry(@Param('id') id: string, @Source() source: RequestSource) {
    return this.deliveries.retry(source, id);
  }
}
