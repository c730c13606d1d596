import { Body, Controller, Param, Query } from '@nestjs/common';
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
@Controller()
export class AuthoritiesController {
  constructor(private readonly operations: Operations) {}

  @OperationRoute(authorityOperations.grant)
  grant(@Body() body: GrantBody, @CurrentCall() call: Call) {
    return this.operations.run(authorityOperations.grant, call, body);
  }

  @OperationRoute(authorityOperations.list)
  list(@Query() query: AuthorityQuery, @CurrentCall() call: Call) {
    return this.operations.run(authorityOperations.list, call, query);
  }

  @OperationRoute(authorityOperations.read)
  read(@Param('id') authority_id: string, @CurrentCall() call: Call) {
    return this.operations.run(authorityOperations.read, call, { authority_id });
  }

  @OperationRoute(authorityOperations.history)
  history(@Param('id') authority_id: string, @Query() query: PageQuery, @CurrentCall() call: Call) {
    const input = Object.assign(query, { authority_id });
    return this.operations.run(authorityOperations.history, call, input);
  }

  @OperationRoute(authorityOperations.reach)
  reach(@Param('id') authority_id: string, @Query() query: ReachQuery, @CurrentCall() call: Call) {
    const input = Object.assign(query, { authority_id });
    return this.operations.run(authorityOperations.reach, call, input);
  }

  @OperationRoute(authorityOperations.renew)
  renew(
    @Param('id') authority_id: string,
    @Body() body: RenewBody,
    @IfMatch() expected_version: number | null,
    @CurrentCall() call: Call,
  ) {
    const input = Object.assign(body, { authority_id, expected_version });
    return this.operations.run(authorityOperations.renew, call, input);
  }

  @OperationRoute(authorityOperations.rescope)
  rescope(
    @Param('id') authority_id: string,
    @Body() body: RescopeBody,
    @IfMatch() expected_version: number | null,
    @CurrentCall() call: Call,
  ) {
    const input = Object.assign(body, { authority_id, expected_version });
    return this.operations.run(authorityOperations.rescope, call, input);
  }

  @OperationRoute(authorityOperations.suspend)
  suspend(
    @Param('id') authority_id: string,
    @Body() body: ReasonBody,
    @IfMatch() expected_version: number | null,
    @CurrentCall() call: Call,
  ) {
    const input = Object.assign(body, { authority_id, expected_version });
    return this.operations.run(authorityOperations.suspend, call, input);
  }

  @OperationRoute(authorityOperations.reinstate)
  reinstate(
    @Param('id') authority_id: string,
    @Body() body: ReasonBody,
    @IfMatch() expected_version: number | null,
    @CurrentCall() call: Call,
  ) {
    const input = Object.assign(body, { authority_id, expected_version });
    return this.operations.run(authorityOperations.reinstate, call, input);
  }

  @OperationRoute(authorityOperations.revoke)
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
