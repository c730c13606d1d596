import { Controller, Headers, Param, Query } from '@nestjs/common';
import { OperationRoute } from '../documentation/operation-route.js';
import { CurrentCall } from '../http/current-call.js';
import { exportFormatOf, exported } from '../http/exported.js';
import type { Call } from '../operations/call.js';
import { Operations } from '../operations/operations.js';
import { interactionOperations } from './interaction.operations.js';
import { CheckQuery, InteractionQuery } from './interaction.query.js';

/** The interaction history of the caller's project. */
@Controller()
export class InteractionsController {
  constructor(private readonly operations: Operations) {}

  @OperationRoute(interactionOperations.list)
  async list(
    @Query() query: InteractionQuery,
    @Headers('accept') accept: string | undefined,
    @CurrentCall() call: Call,
  ) {
    const format = exportFormatOf(accept);
    if (format === null) return this.operations.run(interactionOperations.list, call, query);
    const wanted = Object.assign(query, { format });
    return exported(await this.operations.run(interactionOperations.export, call, wanted), format);
  }

  @OperationRoute(interactionOperations.check)
  check(@Query() query: CheckQuery, @CurrentCall() call: Call) {
    return this.operations.run(interactionOperations.check, call, query);
  }

  @OperationRoute(interactionOperations.read)
  read(@Param('id') request_id: string, @CurrentCall() call: Call) {
    return this.operations.run(interactionOperations.read, call, { request_id });
  }
}
