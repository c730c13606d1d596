import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import type { ErrorCode } from '@service/contracts';
import type { OperationOptions } from '../documentation/operation-options.js';
import { Operation } from '../documentation/operation.js';
import { normalMoment } from '../inputs/members.js';
import { Source, type RequestSource } from '../http/access.js';
import { IfMatch } from '../http/if-match.js';
import { PageQuery } from '../inputs/pagination.js';
import { ReasonBody } from '../inputs/reason.body.js';
import { requireMember } from '../inputs/require-member.js';
import {
  ReplayBody,
  RotateSecretBody,
  SubscribeBody,
  UpdateSubscriptionBody,
} from './subscription.bodies.js';
import { Subscriptions } from './subscriptions.js';

const REQUEST_FAILS: ErrorCode[] = ['subscription.not_found', 'subscription.transition_not_allowed'];
const CHANGE_FAILS: ErrorCode[] = [...REQUEST_FAILS, 'subscription.version_conflict'];

const transition = (name: string, summary: string): OperationOptions<'Subscription'> => ({
  name,
  access: 'subscribe',
  summary,
  answers: [200, 'Subscription'],
  takes: 'body',
  fails: CHANGE_FAILS,
});

/** Subscriptions of the caller's project: where its events are delivered to. */
@ApiTags('subscriptions')
@Controller('v1/subscriptions')
export class SubscriptionsController {
  constructor(private readonly subscriptions: Subscriptions) {}

  @Post()
  @Operation({
    name: 'subscription.create',
    access: 'subscribe',
    summary: 'Subscribe an endpoint to events; its secret is in this answer and never again',
    answers: [201, 'SubscriptionWithSecret'],
    takes: 'body',
    fails: ['subscription.endpoint_not_allowed', 'subscription.limit_reached'],
  })
  create(
    @Body() { endpoint, categories, description = null }: SubscribeBody,
    @Source() source: RequestSource,
  ) {
    return this.subscriptions.create(source, { endpoint, categories, description });
  }

  @Get()
  @Operation({
    name: 'subscription.list',
    access: 'subscribe',
    summary: 'List subscriptions, newest first',
    answers: [200, 'SubscriptionPage'],
    takes: 'query',
  })
  list(@Query() query: PageQuery, @Source() source: RequestSource) {
    return this.subscriptions.list(source.projectId, query);
  }

  @Get(':id')
  @Operation({
    name: 'subscription.read',
    access: 'subscribe',
    summary: 'Read a subscription',
    answers: [200, 'Subscription'],
    fails: ['subscription.not_found'],
  })
  read(@Param('id') id: string, @Source() source: RequestSource) {
    return this.subscriptions.read(source.projectId, id);
  }

  @Patch(':id')
  @Operation({
    name: 'subscription.update',
    access: 'subscribe',
    method: 'PATCH',
    summary: 'Change a subscription’s endpoint, categories or description',
    answers: [200, 'Subscription'],
    takes: 'body',
    fails: [...CHANGE_FAILS, 'subscription.endpoint_not_allowed'],
  })
  update(
    @Param('id') id: string,
    @Body() body: UpdateSubscriptionBody,
    @IfMatch() expectedVersion: number | null,
    @Source() source: RequestSource,
  ) {
    requireMember(body, 'endpoint', 'categories', 'description');
    return this.subscriptions.update(source, id, body, expectedVersion);
  }

  @Delete(':id')
  @Operation({
    name: 'subscription.revoke',
    access: 'subscribe',
    method: 'DELETE',
    summary: 'Revoke a subscription, which is final; nothing is delivered to it any more',
    answers: [200, 'Subscription'],
    fails: CHANGE_FAILS,
  })
  revoke(
    @Param('id') id: string,
    @IfMatch() expected_version: number | null,
    @Source() source: RequestSource,
  ) {
    const change = { reason: 'Deleted by request.', expected_version };
    return this.subscriptions.change('subscription.revoke', source, id, change);
  }

  @Post(':id/rotate-secret')
  @HttpCode(200)
  @Operation({
    name: 'subscription.rotate_secret',
    access: 'subscribe',
    summary: 'Give a subscription a new secret, which is in this answer and never again',
    answers: [200, 'SubscriptionWithSecret'],
    takes: 'body',
    fails: CHANGE_FAILS,
  })
  @ApiBody({ type: RotateSecretBody, required: false })
  rotateSecret(
    @Param('id') id: string,
    @Body() { overlap_seconds }: RotateSecretBody,
    @IfMatch() expectedVersion: number | null,
    @Source() source: RequestSource,
  ) {
    return this.subscriptions.rotateSecret(source, id, overlap_seconds, expectedVersion);
  }

  @Post(':id/disable')
  @HttpCode(200)
  @Operation(transition('subscription.disable', 'Disable a subscription; nothing is delivered meanwhile'))
  disable(
    @Param('id') id: string,
    @Body() { reason }: ReasonBody,
    @IfMatch() expected_version: number | null,
    @Source() source: RequestSource,
  ) {
    return this.subscriptions.change('subscription.disable', source, id, { reason, expected_version });
  }

  @Post(':id/enable')
  @HttpCode(200)
  @Operation(transition('subscription.enable', 'Enable a disabled subscription'))
  enable(
    @Param('id') id: string,
    @Body() { reason }: ReasonBody,
    @IfMatch() expected_version: number | null,
    @Source() source: RequestSource,
  ) {
    return this.subscriptions.change('subscription.enable', source, id, { reason, expected_version });
  }

  @Post(':id/test')
  @HttpCode(202)
  @Operation({
    name: 'subscription.test',
    access: 'subscribe',
    method: 'POST',
    summary: 'Have a test event delivered to a subscription, and to it alone',
    answers: [202, 'TestRequest'],
    fails: REQUEST_FAILS,
  })
  test(@Param('id') id: string, @Source() source: RequestSource) {
    return this.subscriptions.test(source, id);
  }

  @Post(':id/replay')
  @HttpCode(202)
  @Operation({
    name: 'subscription.replay',
    access: 'subscribe',
    summary: 'Have what happened in a span delivered once more, under the same event ids',
    answers: [202, 'Replay'],
    takes: 'body',
    fails: REQUEST_FAILS,
  })
  replay(
    @Param('id') id: string,
    @Body() { since, until, only_failed }: ReplayBody,
    @Source() source: RequestSource,
  ) {
    const span = { since: normalMoment(since), until: until === undefined ? null : normalMoment(until) };
    return this.subscriptions.replay(source, id, { ...span, only_failed });
  }
}
