import { Body, Controller, Param, Query } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import { OperationRoute } from '../documentation/operation-route.js';
import { CurrentCall } from '../http/current-call.js';
import { IfMatch } from '../http/if-match.js';
import { ReasonBody } from '../inputs/reason.body.js';
import type { Call } from '../operations/call.js';
import { Operations } from '../operations/operations.js';
import { RotateBody } from '../inputs/rotate.body.js';
import { IssueBody, UpdateCredentialBody } from './credential.bodies.js';
import { CredentialQuery } from './credential.query.js';
import { credentialOperations } from './credential.operations.js';

/** Credentials of the caller's project. */
@Controller()
export class CredentialsController {
  constructor(private readonly operations: Operations) {}

  @OperationRoute(credentialOperations.issue)
  issue(@Body() body: IssueBody, @CurrentCall() call: Call) {
    return this.operations.run(credentialOperations.issue, call, body);
  }

  @OperationRoute(credentialOperations.list)
  list(@Query() query: CredentialQuery, @CurrentCall() call: Call) {
    return this.operations.run(credentialOperations.list, call, query);
  }

  @OperationRoute(credentialOperations.read)
  read(@Param('id') credential_id: string, @CurrentCall() call: Call) {
    return this.operations.run(credentialOperations.read, call, { credential_id });
  }

  @OperationRoute(credentialOperations.update)
  update(
    @Param('id') credential_id: string,
    @Body() body: UpdateCredentialBody,
    @IfMatch() expected_version: number | null,
    @CurrentCall() call: Call,
  ) {
    const input = Object.assign(body, { credential_id, expected_version });
    return this.operations.run(credentialOperations.update, call, input);
  }

  @OperationRoute(credentialOperations.rotate)
  @ApiBody({ type: RotateBody, required: false })
  rotate(
    @Param('id') credential_id: string,
    @Body() body: RotateBody,
    @IfMatch() expected_version: number | null,
    @CurrentCall() call: Call,
  ) {
    const input = Object.assign(body, { credential_id, expected_version });
    return this.operations.run(credentialOperations.rotate, call, input);
  }

  @OperationRoute(credentialOperations.revoke)
  revoke(
    @Param('id') credential_id: string,
    @Body() body: ReasonBody,
    @IfMatch() expected_version: number | null,
    @CurrentCall() call: Call,
  ) {
    const input = Object.assign(body, { credential_id, expected_version });
    return this.operations.run(credentialOperations.revoke, call, input);
  }
}
