import { Controller, Get, Headers, Param, Query } from '@nestjs/common';
import { OperationRoute } from '../documentation/operation-route.js';
import { CurrentCall } from '../http/current-call.js';
import { exportFormatOf, exported } from '../http/exported.js';
import type { Call } from '../operations/call.js';
import { Operations } from '../operations/operations.js';
import { interactionOperations } from './interaction.operations.js';
import { CheckQuery, InteractionQuery } from './interaction.query.js';

/** The interaction history of the caller's project. */
@Controller('v1/interactions')
export class InteractionsController {
  constructor(private readonly operations: Operations) {}

  @Get()
  @OperationRoute(interactionOperations.list, {
    status: 200,
    takes: 'query',
    streams: 'Interaction',
    table: true,
  })
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

  @Get('check')
  @OperationRoute(interactionOperations.check, { status: 200, takes: 'query' })
  check(@Query() query: CheckQuery, @CurrentCall() call: Call) {
    return this.operations.run(interactionOperations.check, call, query);
  }

  @Get(':id')
  @OperationRoute(interactionOperations.read, { status: 200 })
  read(@Param('id') request_id: string, @CurrentCall() call: Call) {
    return this.operations.run(interactionOperations.read, call, { request_id });
  }
}
