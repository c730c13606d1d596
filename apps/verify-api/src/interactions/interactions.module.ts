import { Module } from '@nestjs/common';
import { HistoryModule } from '@service/history';
import { Interactions } from './interactions.js';

/** The interaction history, as auditors read it. */
@Module({
  imports: [HistoryModule],
  providers: [Interactions],
})
export class InteractionsModule {}
