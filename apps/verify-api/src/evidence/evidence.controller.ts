import { Controller, Get, Header, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { OperationRoute } from '../documentation/operation-route.js';
import { CurrentCall } from '../http/current-call.js';
import type { Call } from '../operations/call.js';
import { Operations } from '../operations/operations.js';
import { evidenceOperations } from './evidence.operations.js';

/** All evidence of a record in one document, which can be verified without this service. */
@ApiTags('records')
@Controller('v1/records/:id/evidence')
export class EvidenceController {
  constructor(private readonly operations: Operations) {}

  @Get()
  @Header('content-type', 'application/json; charset=utf-8')
  @Header('cache-control', 'no-store')
  @OperationRoute(evidenceOperations.read, { status: 200 })
  bundle(@Param('id') record_id: string, @CurrentCall() call: Call) {
    return this.operations.run(evidenceOperations.read, call, { record_id });
  }
}
