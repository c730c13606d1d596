import { Body, Controller, Get, Headers, Param, Patch, Post, Query } from '@nestjs/common';
import { OperationRoute } from '../documentation/operation-route.js';
import { CurrentCall } from '../http/current-call.js';
import { exportFormatOf, exported } from '../http/exported.js';
import { IfMatch } from '../http/if-match.js';
import { PageQuery } from '../inputs/pagination.js';
import { ReasonBody } from '../inputs/reason.body.js';
import type { Call } from '../operations/call.js';
import { Operations } from '../operations/operations.js';
import {
  AmendBody,
  RecordQuery,
  RegisterBatchBody,
  RegisterBody,
  SupersedeBody,
  UpdateRecordBody,
} from './record.bodies.js';
import { recordOperations } from './record.operations.js';

/** Records: registering, reading and their transitions. */
@Controller('v1/records')
export class RecordsController {
  constructor(private readonly operations: Operations) {}

  @Post()
  @OperationRoute(recordOperations.register, { status: 201, takes: 'body' })
  register(@Body() body: RegisterBody, @CurrentCall() call: Call) {
    return this.operations.run(recordOperations.register, call, body);
  }

  @Post('batch')
  @OperationRoute(recordOperations.registerBatch, { status: 200, takes: 'body' })
  registerBatch(@Body() body: RegisterBatchBody, @CurrentCall() call: Call) {
    return this.operations.run(recordOperations.registerBatch, call, body);
  }

  @Get()
  @OperationRoute(recordOperations.list, { status: 200, takes: 'query', streams: 'Record', table: true })
  async list(
    @Query() query: RecordQuery,
    @Headers('accept') accept: string | undefined,
    @CurrentCall() call: Call,
  ) {
    const format = exportFormatOf(accept);
    if (format === null) return this.operations.run(recordOperations.list, call, query);
    const wanted = Object.assign(query, { format });
    return exported(await this.operations.run(recordOperations.export, call, wanted), format);
  }

  @Get(':id')
  @OperationRoute(recordOperations.read, { status: 200 })
  read(@Param('id') record_id: string, @CurrentCall() call: Call) {
    return this.operations.run(recordOperations.read, call, { record_id });
  }

  @Patch(':id')
  @OperationRoute(recordOperations.update, { status: 200, takes: 'body', method: 'PATCH' })
  update(
    @Param('id') record_id: string,
    @Body() body: UpdateRecordBody,
    @IfMatch() expected_version: number | null,
    @CurrentCall() call: Call,
  ) {
    const input = Object.assign(body, { record_id, expected_version });
    return this.operations.run(recordOperations.update, call, input);
  }

  @Get(':id/history')
  @OperationRoute(recordOperations.history, { status: 200, takes: 'query' })
  history(@Param('id') record_id: string, @Query() query: PageQuery, @CurrentCall() call: Call) {
    const input = Object.assign(query, { record_id });
    return this.operations.run(recordOperations.history, call, input);
  }

  @Post(':id/amend')
  @OperationRoute(recordOperations.amend, { status: 200, takes: 'body' })
  amend(
    @Param('id') record_id: string,
    @Body() body: AmendBody,
    @IfMatch() expected_version: number | null,
    @CurrentCall() call: Call,
  ) {
    const input = Object.assign(body, { record_id, expected_version });
    return this.operations.run(recordOperations.amend, call, input);
  }

  @Post(':id/suspend')
  @OperationRoute(recordOperations.suspend, { status: 200, takes: 'body' })
  suspend(
    @Param('id') record_id: string,
    @Body() body: ReasonBody,
    @IfMatch() expected_version: number | null,
    @CurrentCall() call: Call,
  ) {
    const input = Object.assign(body, { record_id, expected_version });
    return this.operations.run(recordOperations.suspend, call, input);
  }

  @Post(':id/reinstate')
  @OperationRoute(recordOperations.reinstate, { status: 200, takes: 'body' })
  reinstate(
    @Param('id') record_id: string,
    @Body() body: ReasonBody,
    @IfMatch() expected_version: number | null,
    @CurrentCall() call: Call,
  ) {
    const input = Object.assign(body, { record_id, expected_version });
    return this.operations.run(recordOperations.reinstate, call, input);
  }

  @Post(':id/supersede')
  @OperationRoute(recordOperations.supersede, { status: 200, takes: 'body' })
  supersede(
    @Param('id') record_id: string,
    @Body() body: SupersedeBody,
    @IfMatch() expected_version: number | null,
    @CurrentCall() call: Call,
  ) {
    const input = Object.assign(body, { record_id, expected_version });
    return this.operations.run(recordOperations.supersede, call, input);
  }

  @Post(':id/revoke')
  @OperationRoute(recordOperations.revoke, { status: 200, takes: 'body' })
  revoke(
    @Param('id') record_id: string,
    @Body() body: ReasonBody,
    @IfMatch() expected_version: number | null,
    @CurrentCall() call: Call,
  ) {
    const input = Object.assign(body, { record_id, expected_version });
    return this.operations.run(recordOperations.revoke, call, input);
  }
}
