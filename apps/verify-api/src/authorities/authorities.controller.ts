import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { OperationRoute } from '../documentation/operation-route.js';
import { CurrentCall } from '../http/current-call.js';
import { IfMatch } from '../http/if-match.js';
import { PageQuery } from '../inputs/pagination.js';
import { ReasonBody } from '../inputs/reason.body.js';
import type { Call } from '../operations/call.js';
import { Operations } from '../operations/operations.js';
import { GrantBody, RenewBody, RescopeBody, RevokeAuthorityBody } from './authority.bodies.js';
import { AuthorityQuery, ReachQuery } from './authority.query.js';
import { authorityOperations } from './authority.operations.js';

/** Authorities: who stands behind records. */
@Controller('v1/authorities')
export class AuthoritiesController {
  constructor(private readonly operations: Operations) {}

  @Post()
  @OperationRoute(authorityOperations.grant, { status: 201, takes: 'body' })
  grant(@Body() body: GrantBody, @CurrentCall() call: Call) {
    return this.operations.run(authorityOperations.grant, call, body);
  }

  @Get()
  @OperationRoute(authorityOperations.list, { status: 200, takes: 'query' })
  list(@Query() query: AuthorityQuery, @CurrentCall() call: Call) {
    return this.operations.run(authorityOperations.list, call, query);
  }

  @Get(':id')
  @OperationRoute(authorityOperations.read, { status: 200 })
  read(@Param('id') authority_id: string, @CurrentCall() call: Call) {
    return this.operations.run(authorityOperations.read, call, { authority_id });
  }

  @Get(':id/history')
  @OperationRoute(authorityOperations.history, { status: 200, takes: 'query' })
  history(@Param('id') authority_id: string, @Query() query: PageQuery, @CurrentCall() call: Call) {
    const input = Object.assign(query, { authority_id });
    return this.operations.run(authorityOperations.history, call, input);
  }

  @Get(':id/reach')
  @OperationRoute(authorityOperations.reach, { status: 200, takes: 'query' })
  reach(@Param('id') authority_id: string, @Query() query: ReachQuery, @CurrentCall() call: Call) {
    const input = Object.assign(query, { authority_id });
    return this.operations.run(authorityOperations.reach, call, input);
  }

  @Post(':id/renew')
  @OperationRoute(authorityOperations.renew, { status: 200, takes: 'body' })
  renew(
    @Param('id') authority_id: string,
    @Body() body: RenewBody,
    @IfMatch() expected_version: number | null,
    @CurrentCall() call: Call,
  ) {
    const input = Object.assign(body, { authority_id, expected_version });
    return this.operations.run(authorityOperations.renew, call, input);
  }

  @Post(':id/rescope')
  @OperationRoute(authorityOperations.rescope, { status: 200, takes: 'body' })
  rescope(
    @Param('id') authority_id: string,
    @Body() body: RescopeBody,
    @IfMatch() expected_version: number | null,
    @CurrentCall() call: Call,
  ) {
    const input = Object.assign(body, { authority_id, expected_version });
    return this.operations.run(authorityOperations.rescope, call, input);
  }

  @Post(':id/suspend')
  @OperationRoute(authorityOperations.suspend, { status: 200, takes: 'body' })
  suspend(
    @Param('id') authority_id: string,
    @Body() body: ReasonBody,
    @IfMatch() expected_version: number | null,
    @CurrentCall() call: Call,
  ) {
    const input = Object.assign(body, { authority_id, expected_version });
    return this.operations.run(authorityOperations.suspend, call, input);
  }

  @Post(':id/reinstate')
  @OperationRoute(authorityOperations.reinstate, { status: 200, takes: 'body' })
  reinstate(
    @Param('id') authority_id: string,
    @Body() body: ReasonBody,
    @IfMatch() expected_version: number | null,
    @CurrentCall() call: Call,
  ) {
    const input = Object.assign(body, { authority_id, expected_version });
    return this.operations.run(authorityOperations.reinstate, call, input);
  }

  @Post(':id/revoke')
  @OperationRoute(authorityOperations.revoke, { status: 200, takes: 'body' })
  revoke(
    @Param('id') authority_id: string,
    @Body() body: RevokeAuthorityBody,
    @IfMatch() expected_version: number | null,
    @CurrentCall() call: Call,
  ) {
    const input = Object.assign(body, { authority_id, expected_version });
    return this.operations.run(authorityOperations.revoke, call, input);
  }
}
