import { Body, Controller, UseGuards } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import { OperationRoute } from '../../documentation/operation-route.js';
import { CurrentCall } from '../../http/current-call.js';
import type { PublicCall } from '../../operations/call.js';
import { Operations } from '../../operations/operations.js';
import { credentialOperations } from '../credential.operations.js';
import { LeakLimitGuard } from './leak-limit.guard.js';
import { leakReportsSchema, readLeakReports } from './leak-report.js';

/** Accepts reports of secret scanners, without a credential. */
@Controller()
export class LeaksController {
  constructor(private readonly operations: Operations) {}

  @UseGuards(LeakLimitGuard)
  @ApiBody({ schema: leakReportsSchema as never })
  @OperationRoute(credentialOperations.reportLeak)
  report(@Body() body: unknown, @CurrentCall() call: PublicCall) {
    const reports = readLeakReports(body);
    return this.operations.run(credentialOperations.reportLeak, call, { reports });
  }
}
