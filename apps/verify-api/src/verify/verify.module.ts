import { Module } from '@nestjs/common';
import { KnownFindings } from '@service/scrub';
import { AnswerSigner } from '../infrastructure/answer-signer.js';
import { RenderTurns } from '../infrastructure/render-turns.js';
import { GatewayViews } from '../views/gateway-views.js';
import { RecordReader } from '../views/records/record-reader.js';
import { FindSubjects } from './find-subjects.js';
import { LogCheck } from './log-check.js';
import { OrderCheck } from './order-check.js';
import { LogContradictions } from './log-contradictions.js';
import { VerifyBatch } from './verify-batch.js';
import { VerifyRecord } from './verify-record.js';
import { VerifyRecords } from './verify-records.js';

/** Verification of records. */
@Module({
  providers: [
    VerifyRecord,
    VerifyBatch,
    FindSubjects,
    LogContradictions,
    RenderTurns,
    {
      provide: VerifyRecords,
      inject: [RecordReader, GatewayViews, LogContradictions, KnownFindings, RenderTurns, AnswerSigner],
      useFactory: (
        records: RecordReader,
        views: GatewayViews,
        contradictions: LogContradictions,
        findings: KnownFindings,
        turns: RenderTurns,
        signer: AnswerSigner,
      ) =>
        new VerifyRecords(
          records,
          views.freshness.records,
          views.directory,
          views.directoryFeed,
          views.heads,
          new LogCheck(views.chainSuccessors, views.directoryFeed, contradictions, findings),
          new OrderCheck(views.logPlaces, contradictions),
          turns,
          signer,
        ),
    },
  ],
  exports: [VerifyRecords, RenderTurns, LogContradictions, VerifyRecord],
})
export class VerifyModule {}
