import { Controller, Header, Param, Query } from '@nestjs/common';
import { OperationRoute } from '../documentation/operation-route.js';
import { CurrentCall } from '../http/current-call.js';
import type { Call } from '../operations/call.js';
import { Operations } from '../operations/operations.js';
import { evidenceOperations } from './evidence.operations.js';
import { EvidenceQuery } from './evidence.query.js';

/** All evidence of a record in one document, which can be verified without this service. */
@Controller()
export class EvidenceController {
  constructor(private readonly operations: Operations) {}

  @Header('content-type', 'application/json; charset=utf-8')
  @Header('cache-control', 'no-store')
  @OperationRoute(evidenceOperations.read)
  bundle(@Param('id') record_id: string, @Query() query: EvidenceQuery, @CurrentCall() call: Call) {
    return this.operations.run(evidenceOperations.read, call, Object.assign(query, { record_id }));
  }
}
