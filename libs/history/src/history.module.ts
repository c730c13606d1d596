import { Module } from '@nestjs/common';
import { InteractionHistory } from './interaction-history.js';
import { LastUses } from './usage/last-uses.js';
import { ReadUsage } from './usage/read-usage.js';

/**
 * What the history and its usage answer, from the `Pool` that the application provides to all of its modules.
 * `startHistory` keeps them: a recorder is there before the application that it records the answers of, and longer.
 */
@Module({
  providers: [InteractionHistory, ReadUsage, LastUses],
  exports: [InteractionHistory, ReadUsage, LastUses],
})
export class HistoryModule {}
