import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ChangeRecord } from './change-record.js';
import { ChangeRecords } from './change-records.js';
import { ListRecords } from './list-records.js';
import { ReadRecord } from './read-record.js';
import { RegisterRecords } from './register-records.js';
import { RegistrationPace } from './registration-pace.js';
import { RecordEntity } from '../views/record.entity.js';

/** Records: registered, changed, read and listed. */
@Module({
  imports: [TypeOrmModule.forFeature([RecordEntity])],
  providers: [RegisterRecords, RegistrationPace, ChangeRecord, ChangeRecords, ListRecords, ReadRecord],
})
export class RecordsModule {}
