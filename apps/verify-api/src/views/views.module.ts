import { Global, Module } from '@nestjs/common';
import { Pool } from 'pg';
import { GatewayViews } from './gateway-views.js';
import { RecordReader } from './records/record-reader.js';

/** The read models. Global: they catch up before any other module starts, and stop after all others. */
@Global()
@Module({
  providers: [
    { provide: RecordReader, inject: [Pool], useFactory: (pool: Pool) => new RecordReader(pool) },
    GatewayViews,
  ],
  exports: [RecordReader, GatewayViews],
})
export class ViewsModule {}
