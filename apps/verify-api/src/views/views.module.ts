import { Global, Module } from '@nestjs/common';
import { KeyRing } from '@service/evidence';
import { Pool } from 'pg';
import { LogTiles } from './log-tiles.js';
import { GatewayViews } from './gateway-views.js';
import { Receipts } from './records/receipts.js';
import { RecordReader } from './records/record-reader.js';

/** The read models. Global: they catch up before any other module starts, and stop after all others. */
@Global()
@Module({
  providers: [
    LogTiles,
    {
      provide: RecordReader,
      inject: [Pool, LogTiles, KeyRing],
      useFactory: (pool: Pool, tiles: LogTiles, keys: KeyRing) =>
        new RecordReader(pool, undefined, new Receipts(pool, tiles, keys)),
    },
    GatewayViews,
  ],
  exports: [LogTiles, RecordReader, GatewayViews],
})
export class ViewsModule {}
