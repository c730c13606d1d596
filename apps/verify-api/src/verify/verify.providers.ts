import type { Provider } from '@nestjs/common';
import { KnownFindings } from '@service/scrub';
import { RenderTurns } from '../infrastructure/render-turns.js';
import { GatewayViews } from '../views/gateway-views.js';
import { RecordReader } from '../views/records/record-reader.js';
import { AnswerKey } from './answer-key.js';
import { FindSubjects } from './find-subjects.js';
import { LogCheck } from './log-check.js';
import { OrderCheck } from './order-check.js';
import { LogContradictions } from './log-contradictions.js';
import { VerifyRecords } from './verify-records.js';

/** Verify records, for all operations that answer whether one is good. */
export const verifyProviders: Provider[] = [
  FindSubjects,
  LogContradictions,
  AnswerKey,
  {
    provide: VerifyRecords,
    inject: [RecordReader, GatewayViews, LogContradictions, KnownFindings, RenderTurns, AnswerKey],
    useFactory: (
      records: RecordReader,
      views: GatewayViews,
      contradictions: LogContradictions,
      findings: KnownFindings,
      turns: RenderTurns,
      answerKey: AnswerKey,
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
        answerKey,
      ),
  },
];
