import { Body, Controller, Headers, Param, Query } from '@nestjs/common';
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
@Controller()
export class RecordsController {
  constructor(private readonly operations: Operations) {}

  @OperationRoute(recordOperations.register)
  register(@Body() body: RegisterBody, @CurrentCall() call: Call) {
    return this.operations.run(recordOperations.register, call, body);
  }

  @OperationRoute(recordOperations.registerBatch)
  registerBatch(@Body() body: RegisterBatchBody, @CurrentCall() call: Call) {
    return this.operations.run(recordOperations.registerBatch, call, body);
  }

  @OperationRoute(recordOperations.list)
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

  @OperationRoute(recordOperations.read)
  read(@Param('id') record_id: string, @CurrentCall() call: Call) {
    return this.operations.run(recordOperations.read, call, { record_id });
  }

  @OperationRoute(recordOperations.update)
  update(
    @Param('id') record_id: string,
    @Body() body: UpdateRecordBody,
    @IfMatch() expected_version: number | null,
    @CurrentCall() call: Call,
  ) {
    const input = Object.assign(body, { record_id, expected_version });
    return this.operations.run(recordOperations.update, call, input);
  }

  @OperationRoute(recordOperations.history)
  history(@Param('id') record_id: string, @Query() query: PageQuery, @CurrentCall() call: Call) {
    const input = Object.assign(query, { record_id });
    return this.operations.run(recordOperations.history, call, input);
  }

  @OperationRoute(recordOperations.amend)
  amend(
    @Param('id') record_id: string,
    @Body() body: AmendBody,
    @IfMatch() expected_version: number | null,
    @CurrentCall() call: Call,
  ) {
    const input = Object.assign(body, { record_id, expected_version });
    return this.operations.run(recordOperations.amend, call, input);
  }

  @OperationRoute(recordOperations.suspend)
  suspend(
    @Param('id') record_id: string,
    @Body() body: ReasonBody,
    @IfMatch() expected_version: number | null,
    @CurrentCall() call: Call,
  ) {
    const input = Object.assign(body, { record_id, expected_version });
    return this.operations.run(recordOperations.suspend, call, input);
  }

  @OperationRoute(recordOperations.reinstate)
  reinstate(
    @Param('id') record_id: string,
    @Body() body: ReasonBody,
    @IfMatch() expected_version: number | null,
    @CurrentCall() call: Call,
  ) {
    const input = Object.assign(body, { record_id, expected_version });
    return this.operations.run(recordOperations.reinstate, call, input);
  }

  @OperationRoute(recordOperations.supersede)
  supersede(
    @Param('id') record_id: string,
    @Body() body: SupersedeBody,
    @IfMatch() expected_version: number | null,
    @CurrentCall() call: Call,
  ) {
    const input = Object.assign(body, { record_id, expected_version });
    return this.operations.run(recordOperations.supersede, call, input);
  }

  @OperationRoute(recordOperations.revoke)
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
