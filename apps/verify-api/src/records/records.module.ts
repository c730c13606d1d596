import { Module } from '@nestjs/common';
import { ChangeRecord } from './change-record.js';
import { ListRecords } from './list-records.js';
import { ReadRecord } from './read-record.js';
import { RecordsController } from './records.controller.js';
import { RegisterRecords } from './register-records.js';

/** Records: registered, changed, read and listed. */
@Module({
  controllers: [RecordsController],
  providers: [RegisterRecords, ChangeRecord, ListRecords, ReadRecord],
})
export class RecordsModule {}
