import { Controller, Get, Headers, Param, Query, StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { InteractionHistory, type DayCheck } from '@service/history';
import { Operation } from '../documentation/operation.js';
import { Source, type RequestSource } from '../http/access.js';
import { preferredType } from '../http/accept.js';
import { NDJSON, STREAMABLE } from '../http/media-types.js';
import { CheckQuery, InteractionQuery } from './interaction.query.js';
import { pageOf, searchOf } from './interaction-search.js';

/** The interaction history of the caller's project. */
@ApiTags('interactions')
@Controller('v1/interactions')
export class InteractionsController {
  constructor(private readonly history: InteractionHistory) {}

  @Get()
  @Operation({
    name: 'interaction.list',
    access: 'audit',
    summary:
      'List interactions, newest first; a page may be shorter than `limit`, even empty, while `next_cursor` says to go on. As `application/x-ndjson`, all that match, whatever `limit` is; the operation is then interaction.export',
    answers: [200, 'InteractionPage'],
    streams: 'Interaction',
    takes: 'query',
  })
  async list(
    @Query() query: InteractionQuery,
    @Headers('accept') accept: string | undefined,
    @Source() { projectId, exchange }: RequestSource,
  ) {
    if (preferredType(accept, STREAMABLE) !== NDJSON) {
      return pageOf(await this.history.list(searchOf(projectId, query), query.limit));
    }
    exchange.operation = 'interaction.export';
    return new StreamableFile(await this.history.export(searchOf(projectId, query)), { type: NDJSON });
  }

  @Get('check')
  @Operation({
    name: 'interaction.check',
    access: 'audit',
    summary: 'Check that a day’s interactions are as they were written, each lane by itself',
    answers: [200, 'HistoryCheck'],
    takes: 'query',
  })
  check(@Query() { day }: CheckQuery, @Source() { projectId }: RequestSource): Promise<DayCheck> {
    return this.history.check(projectId, day);
  }

  @Get(':id')
  @Operation({
    name: 'interaction.read',
    access: 'audit',
    summary: 'Read an interaction by its request id',
    answers: [200, 'Interaction'],
    fails: ['interaction.not_found'],
  })
  read(@Param('id') id: string, @Source() { projectId }: RequestSource) {
    return this.history.read(projectId, id);
  }
}
