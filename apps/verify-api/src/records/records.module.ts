import { Module } from '@nestjs/common';
import { ChangeRecords } from './change-records.js';
import { ListRecords } from './list-records.js';
import { VerifyModule } from '../verify/verify.module.js';
import { RecordVerdicts } from './record-verdicts.js';
import { ReadRecord } from './read-record.js';
import { RegisterRecords } from './register-records.js';
import { RegistrationPace } from './registration-pace.js';

/** Records: registered, changed, read and listed. */
@Module({
  imports: [VerifyModule],
  providers: [RegisterRecords, RegistrationPace, ChangeRecords, ListRecords, RecordVerdicts, ReadRecord],
  exports: [RegisterRecords, RegistrationPace],
})
export class RecordsModule {}
