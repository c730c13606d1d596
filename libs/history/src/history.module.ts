import { Module } from '@nestjs/common';
import { InteractionHistory } from './interaction-history.js';
import { LastUses } from './usage/last-uses.js';
import { ReadUsage } from './usage/read-usage.js';

/**
 * Provides the readers of the history and of usage, on the `Pool` that the application provides to all its modules.
 * `startHistory` writes the history: its recorder starts before the application and stops after it.
 */
@Module({
  providers: [InteractionHistory, ReadUsage, LastUses],
  exports: [InteractionHistory, ReadUsage, LastUses],
})
export class HistoryModule {}
