import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ReadUsage, type Usage } from '@service/history';
import { Operation } from '../documentation/operation.js';
import { Source, type RequestSource } from '../http/access.js';
import { UsageQuery } from './usage.query.js';

/** What the caller's project has used. */
@ApiTags('usage')
@Controller('v1/usage')
export class UsageController {
  constructor(private readonly usage: ReadUsage) {}

  @Get()
  @Operation({
    name: 'usage.read',
    access: ['read', 'audit'],
    summary:
      'Count what the project has done, by hour or day, operation and outcome; at most 31 days by hour, 400 by day',
    answers: [200, 'Usage'],
    takes: 'query',
  })
  read(@Query() query: UsageQuery, @Source() { projectId }: RequestSource): Promise<Usage> {
    return this.usage.of(projectId, query);
  }
}
