import { Body, Controller, Get, Param, Patch, Post, Query } from '@nestjs/common';
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
@Controller('v1/credentials')
export class CredentialsController {
  constructor(private readonly operations: Operations) {}

  @Post()
  @OperationRoute(credentialOperations.issue, { status: 201, takes: 'body' })
  issue(@Body() body: IssueBody, @CurrentCall() call: Call) {
    return this.operations.run(credentialOperations.issue, call, body);
  }

  @Get()
  @OperationRoute(credentialOperations.list, { status: 200, takes: 'query' })
  list(@Query() query: CredentialQuery, @CurrentCall() call: Call) {
    return this.operations.run(credentialOperations.list, call, query);
  }

  @Get(':id')
  @OperationRoute(credentialOperations.read, { status: 200 })
  read(@Param('id') credential_id: string, @CurrentCall() call: Call) {
    return this.operations.run(credentialOperations.read, call, { credential_id });
  }

  @Patch(':id')
  @OperationRoute(credentialOperations.update, { status: 200, takes: 'body', method: 'PATCH' })
  update(
    @Param('id') credential_id: string,
    @Body() body: UpdateCredentialBody,
    @IfMatch() expected_version: number | null,
    @CurrentCall() call: Call,
  ) {
    const input = Object.assign(body, { credential_id, expected_version });
    return this.operations.run(credentialOperations.update, call, input);
  }

  @Post(':id/rotate')
  @OperationRoute(credentialOperations.rotate, { status: 200, takes: 'body' })
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

  @Post(':id/revoke')
  @OperationRoute(credentialOperations.revoke, { status: 200, takes: 'body' })
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
