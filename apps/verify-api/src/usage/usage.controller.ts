import { Controller, Get, Query } from '@nestjs/common';
import { OperationRoute } from '../documentation/operation-route.js';
import { CurrentCall } from '../http/current-call.js';
import type { Call } from '../operations/call.js';
import { Operations } from '../operations/operations.js';
import { usageOperations } from './usage.operations.js';
import { UsageQuery } from './usage.query.js';

/** What the caller's project has used. */
@Controller('v1/usage')
export class UsageController {
  constructor(private readonly operations: Operations) {}

  @Get()
  @OperationRoute(usageOperations.read, { status: 200, takes: 'query' })
  read(@Query() query: UsageQuery, @CurrentCall() call: Call) {
    return this.operations.run(usageOperations.read, call, query);
  }
}
