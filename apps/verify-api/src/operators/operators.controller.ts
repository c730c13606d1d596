import { Body, Controller, Headers, Param, Query } from '@nestjs/common';
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
@Controller()
export class OperatorsController {
  constructor(private readonly operations: Operations) {}

  @OperationRoute(operatorOperations.invite)
  invite(@Body() body: InviteBody, @Headers('host') host: string | undefined, @CurrentCall() call: Call) {
    return this.operations.run(operatorOperations.invite, call, Object.assign(body, { host }));
  }

  @OperationRoute(operatorOperations.list)
  list(@Query() query: OperatorQuery, @CurrentCall() call: Call) {
    return this.operations.run(operatorOperations.list, call, query);
  }

  @OperationRoute(operatorOperations.read)
  read(@Param('id') operator_id: string, @CurrentCall() call: Call) {
    return this.operations.run(operatorOperations.read, call, { operator_id });
  }

  @OperationRoute(operatorOperations.changeRoles)
  changeRoles(
    @Param('id') operator_id: string,
    @Body() body: ChangeRolesBody,
    @IfMatch() expected_version: number | null,
    @CurrentCall() call: Call,
  ) {
    const input = Object.assign(body, { operator_id, expected_version });
    return this.operations.run(operatorOperations.changeRoles, call, input);
  }

  @OperationRoute(operatorOperations.remove)
  remove(
    @Param('id') operator_id: string,
    @Body() body: ReasonBody,
    @IfMatch() expected_version: number | null,
    @CurrentCall() call: Call,
  ) {
    const input = Object.assign(body, { operator_id, expected_version });
    return this.operations.run(operatorOperations.remove, call, input);
  }

  @OperationRoute(operatorOperations.renewInvitation)
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
