import { Readable } from 'node:stream';
import { Controller, Headers, Query, StreamableFile } from '@nestjs/common';
import { OperationRoute } from '../documentation/operation-route.js';
import { preferredType } from '../http/accept.js';
import { CurrentCall } from '../http/current-call.js';
import { CSV, CSV_ANSWER, TABULAR } from '../http/media-types.js';
import type { Call } from '../operations/call.js';
import { Operations } from '../operations/operations.js';
import { usageOperations } from './usage.operations.js';
import { UsageQuery } from './usage.query.js';
import { usageTable } from './usage-table.js';

/** What the caller's project has used. */
@Controller()
export class UsageController {
  constructor(private readonly operations: Operations) {}

  @OperationRoute(usageOperations.read)
  async read(
    @Query() query: UsageQuery,
    @Headers('accept') accept: string | undefined,
    @CurrentCall() call: Call,
  ) {
    const usage = await this.operations.run(usageOperations.read, call, query);
    if (preferredType(accept, TABULAR) !== CSV) return usage;
    return new StreamableFile(Readable.from(usageTable(usage), { objectMode: false }), { type: CSV_ANSWER });
  }
}
