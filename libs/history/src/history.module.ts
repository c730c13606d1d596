import { Module, type DynamicModule } from '@nestjs/common';
import { Pool } from 'pg';
import { InteractionHistory } from './interaction-history.js';
import { LastUses } from './usage/last-uses.js';
import { ReadUsage } from './usage/read-usage.js';

/**
 * What the history and its usage answer. `startHistory` keeps them: a recorder is there before the application that
 * it records the answers of, and longer.
 */
@Module({})
export class HistoryModule {
  static register(pool: Pool): DynamicModule {
    return {
      module: HistoryModule,
      providers: [{ provide: Pool, useValue: pool }, InteractionHistory, ReadUsage, LastUses],
      exports: [InteractionHistory, ReadUsage, LastUses],
    };
  }
}
