import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { ErrorCode, RecordSnapshot } from '@service/contracts';
import type { OperationOptions } from '../documentation/operation-options.js';
import { Operation } from '../documentation/operation.js';
import { Source, type RequestSource } from '../http/access.js';
import { Admission } from '../http/admission.js';
import { IfMatch } from '../http/if-match.js';
import { PageQuery } from '../inputs/pagination.js';
import { ReasonBody } from '../inputs/reason.body.js';
import { ChangeRecord } from './change-record.js';
import { ListRecords } from './list-records.js';
import { ReadRecord } from './read-record.js';
import { AmendBody, RecordQuery, RegisterBatchBody, RegisterBody, SupersedeBody } from './record.bodies.js';
import { RegisterRecords } from './register-records.js';

const transition = (name: string, summary: string, ...fails: ErrorCode[]): OperationOptions<'Record'> => ({
  name,
  access: 'write',
  summary,
  answers: [200, 'Record'],
  takes: 'body',
  fails: ['record.not_found', 'record.transition_not_allowed', 'record.version_conflict', ...fails],
});

/** Records: registering, reading and their transitions. */
@ApiTags('records')
@Controller('v1/records')
export class RecordsController {
  constructor(
    private readonly registerRecords: RegisterRecords,
    private readonly changeRecord: ChangeRecord,
    private readonly listRecords: ListRecords,
    private readonly readRecord: ReadRecord,
    private readonly admission: Admission,
  ) {}

  @Post()
  @Operation({
    name: 'record.register',
    access: 'write',
    summary: 'Register a record',
    answers: [201, 'Record'],
    takes: 'body',
    fails: [
      'authority.not_found',
      'authority.not_active',
      'record.already_exists',
      'record.issuer_signature_invalid',
    ],
  })
  register(@Body() body: RegisterBody, @Source() source: RequestSource): Promise<RecordSnapshot> {
    return this.registerRecords.execute(source, body);
  }

  @Post('batch')
  @HttpCode(200)
  @Operation({
    name: 'record.register_batch',
    access: 'write',
    summary: 'Register up to 100 records; one result or error for each, in order',
    answers: [200, 'RecordBatch'],
    takes: 'body',
  })
  registerBatch(@Body() body: RegisterBatchBody, @Source() source: RequestSource) {
    this.admission.countItems(source.exchange, body.records.length);
    return this.registerRecords.executeEach(source, body.records);
  }

  @Get()
  @Operation({
    name: 'record.list',
    access: 'read',
    summary: 'List records, newest first',
    answers: [200, 'RecordPage'],
    takes: 'query',
  })
  list(@Query() query: RecordQuery, @Source() source: RequestSource) {
    return this.listRecords.execute(source, query);
  }

  @Get(':id')
  @Operation({
    name: 'record.read',
    access: 'read',
    summary: 'Read a record',
    answers: [200, 'Record'],
    proves: 'position',
    fails: ['record.not_found'],
  })
  read(@Param('id') id: string, @Source() source: RequestSource): Promise<RecordSnapshot> {
    return this.readRecord.execute(source, id);
  }

  @Get(':id/history')
  @Operation({
    name: 'record.history',
    access: 'read',
    summary: 'Read a record’s elements, oldest first',
    answers: [200, 'RecordHistory'],
    proves: 'position',
    takes: 'query',
    fails: ['record.not_found'],
  })
  history(@Param('id') id: string, @Query() query: PageQuery, @Source() source: RequestSource) {
    return this.readRecord.history(source, id, query);
  }

  @Post(':id/amend')
  @HttpCode(200)
  @Operation(
    transition(
      'record.amend',
      'Change what a record says',
      'authority.not_active',
      'record.history_full',
      'record.issuer_signature_invalid',
    ),
  )
  amend(
    @Param('id') id: string,
    @Body() body: AmendBody,
    @IfMatch() expectedVersion: number | null,
    @Source() source: RequestSource,
  ): Promise<RecordSnapshot> {
    return this.changeRecord.amend(source, id, body, expectedVersion);
  }

  @Post(':id/suspend')
  @HttpCode(200)
  @Operation(transition('record.suspend', 'Suspend a record', 'record.history_full'))
  suspend(
    @Param('id') id: string,
    @Body() { reason }: ReasonBody,
    @IfMatch() expected_version: number | null,
    @Source() source: RequestSource,
  ): Promise<RecordSnapshot> {
    return this.changeRecord.execute('record.suspend', source, id, { reason, expected_version });
  }

  @Post(':id/reinstate')
  @HttpCode(200)
  @Operation(
    transition(
      'record.reinstate',
      'Reinstate a suspended record',
      'authority.not_active',
      'record.history_full',
    ),
  )
  reinstate(
    @Param('id') id: string,
    @Body() { reason }: ReasonBody,
    @IfMatch() expected_version: number | null,
    @Source() source: RequestSource,
  ): Promise<RecordSnapshot> {
    return this.changeRecord.execute('record.reinstate', source, id, { reason, expected_version });
  }

  @Post(':id/supersede')
  @HttpCode(200)
  @Operation(
    transition(
      'record.supersede',
      'Put another record in the place of this one',
      'authority.not_active',
      'record.history_full',
      'record.successor_invalid',
    ),
  )
  supersede(
    @Param('id') id: string,
    @Body() { reason, successor_id }: SupersedeBody,
    @IfMatch() expected_version: number | null,
    @Source() source: RequestSource,
  ): Promise<RecordSnapshot> {
    return this.changeRecord.supersede(source, id, { reason, successor_id, expected_version });
  }

  @Post(':id/revoke')
  @HttpCode(200)
  @Operation(transition('record.revoke', 'Revoke a record, which is final'))
  revoke(
    @Param('id') id: string,
    @Body() { reason }: ReasonBody,
    @IfMatch() expected_version: number | null,
    @Source() source: RequestSource,
  ): Promise<RecordSnapshot> {
    return this.changeRecord.execute('record.revoke', source, id, { reason, expected_version });
  }
}
