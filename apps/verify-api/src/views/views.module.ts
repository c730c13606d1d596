import { Global, Module, type FactoryProvider } from '@nestjs/common';
import { KeyRing } from '@service/evidence';
import { Pool } from 'pg';
import { DIRECTORY_FRESHNESS } from '../infrastructure/injection-tokens.js';
import { RenderTurns } from '../infrastructure/render-turns.js';
import { Directory } from './directory.js';
import { GatewayViews } from './gateway-views.js';
import { LogTiles } from './log-tiles.js';
import { Receipts } from './records/receipts.js';
import { RecordOpener } from './records/record-opener.js';
import { RecordReader } from './records/record-reader.js';
import { ShownVersions } from './shown-versions.js';

/** The read models, and the parts of them that others are made with. */
const providers = [
  LogTiles,
  RenderTurns,
  {
    provide: RecordReader,
    inject: [Pool, RenderTurns, LogTiles, KeyRing],
    useFactory: (pool: Pool, turns: RenderTurns, tiles: LogTiles, keys: KeyRing) =>
      new RecordReader(pool, new RecordOpener(turns), undefined, new Receipts(pool, tiles, keys)),
  },
  GatewayViews,
  partOf(Directory, ({ directory }) => directory),
  partOf(ShownVersions, ({ shown }) => shown),
  partOf(DIRECTORY_FRESHNESS, ({ freshness }) => freshness.directory),
];

function partOf(
  provide: FactoryProvider['provide'],
  useFactory: (views: GatewayViews) => object,
): FactoryProvider {
  return { provide, inject: [GatewayViews], useFactory };
}

/** Global. The read models have a module of their own, so that Nest stops them last. */
@Global()
@Module({ providers, exports: providers })
export class ViewsModule {}
