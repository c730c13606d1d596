import { Body, Controller, Get, Headers, Param, Post, Query } from '@nestjs/common';
import { OperationRoute } from '../documentation/operation-route.js';
import { CurrentCall } from '../http/current-call.js';
import { IfMatch } from '../http/if-match.js';
import { ReasonBody } from '../inputs/reason.body.js';
import type { Call } from '../operations/call.js';
import { Operations } from '../operations/operations.js';
import { ChangeRolesBody, InviteBody } from './operator.bodies.js';
import { operatorOperations } from './operator.operations.js';
import { OperatorQuery } from './operator.query.js';

/** People who sign in to the Console: the team of a project, or of all. */
@Controller('v1/operators')
export class OperatorsController {
  constructor(private readonly operations: Operations) {}

  @Post()
  @OperationRoute(operatorOperations.invite, { status: 201, takes: 'body' })
  invite(@Body() body: InviteBody, @Headers('host') host: string | undefined, @CurrentCall() call: Call) {
    return this.operations.run(operatorOperations.invite, call, Object.assign(body, { host }));
  }

  @Get()
  @OperationRoute(operatorOperations.list, { status: 200, takes: 'query' })
  list(@Query() query: OperatorQuery, @CurrentCall() call: Call) {
    return this.operations.run(operatorOperations.list, call, query);
  }

  @Get(':id')
  @OperationRoute(operatorOperations.read, { status: 200 })
  read(@Param('id') operator_id: string, @CurrentCall() call: Call) {
    return this.operations.run(operatorOperations.read, call, { operator_id });
  }

  @Post(':id/change-roles')
  @OperationRoute(operatorOperations.changeRoles, { status: 200, takes: 'body' })
  changeRoles(
    @Param('id') operator_id: string,
    @Body() body: ChangeRolesBody,
    @IfMatch() expected_version: number | null,
    @CurrentCall() call: Call,
  ) {
    const input = Object.assign(body, { operator_id, expected_version });
    return this.operations.run(operatorOperations.changeRoles, call, input);
  }

  @Post(':id/remove')
  @OperationRoute(operatorOperations.remove, { status: 200, takes: 'body' })
  remove(
    @Param('id') operator_id: string,
    @Body() body: ReasonBody,
    @IfMatch() expected_version: number | null,
    @CurrentCall() call: Call,
  ) {
    const input = Object.assign(body, { operator_id, expected_version });
    return this.operations.run(operatorOperations.remove, call, input);
  }

  @Post(':id/renew-invitation')
  @OperationRoute(operatorOperations.renewInvitation, { status: 200, method: 'POST' })
  renewInvitation(
    @Param('id') operator_id: string,
    @IfMatch() expected_version: number | null,
    @Headers('host') host: string | undefined,
    @CurrentCall() call: Call,
  ) {
    const input = { operator_id, expected_version, host };
    return this.operations.run(operatorOperations.renewInvitation, call, input);
  }
}
