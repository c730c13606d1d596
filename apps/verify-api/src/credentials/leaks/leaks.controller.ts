import { Body, Controller, HttpCode, Post, Req, UseGuards } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { Operation } from '../../documentation/operation.js';
import type { GatewayRequest } from '../../http/exchange.js';
import { LeakLimitGuard } from './leak-limit.js';
import { leakReportsSchema, readLeakReports } from './leak-report.js';
import { LeakedCredentials } from './leaked-credentials.js';

/** Takes what secret scanners find, from anybody. */
@ApiTags('credentials')
@Controller('v1/credentials/report-leak')
export class LeaksController {
  constructor(private readonly leaked: LeakedCredentials) {}

  @Post()
  @HttpCode(202)
  @UseGuards(LeakLimitGuard)
  @ApiBody({ schema: leakReportsSchema as never })
  @Operation({
    name: 'credential.report_leak',
    access: 'public',
    summary: 'Report leaked tokens, as secret scanners do; the live ones are revoked',
    answers: [202, 'Nothing'],
    takes: 'body',
    fails: ['rate.limited'],
  })
  report(@Body() body: unknown, @Req() request: GatewayRequest): Record<string, never> {
    this.leaked.take(readLeakReports(body), request.id);
    return {};
  }
}
