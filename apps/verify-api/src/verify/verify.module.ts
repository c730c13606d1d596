import { Module } from '@nestjs/common';
import { GatewayViews } from '../views/gateway-views.js';
import { RecordReader } from '../views/records/record-reader.js';
import { VerifyBatchController } from './verify-batch.controller.js';
import { VerifyRecords } from './verify-records.js';

/** Verification of records. The route for a single record is outside Nest: `verify.route.ts`. */
@Module({
  controllers: [VerifyBatchController],
  providers: [
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
