import { Module } from '@nestjs/common';
import { GatewayViews } from '../views/gateway-views.js';
import { RecordReader } from '../views/records/record-reader.js';
import { VerifyBatch } from './verify-batch.js';
import { VerifyBatchController } from './verify-batch.controller.js';
import { VerifyRecord } from './verify-record.js';
import { VerifyRecords } from './verify-records.js';

/** Verification of records. The route for a single record is outside Nest: `verify.route.ts`. */
@Module({
  controllers: [VerifyBatchController],
  providers: [
    VerifyRecord,
    VerifyBatch,
    {
      provide: VerifyRecords,
      inject: [RecordReader, GatewayViews],
      useFactory: (records: RecordReader, views: GatewayViews) =>
        new VerifyRecords(
          records,
          views.freshness.records,
          views.directory,
          views.directoryFeed,
          views.heads,
        ),
    },
  ],
  exports: [VerifyRecords],
})
export class VerifyModule {}
