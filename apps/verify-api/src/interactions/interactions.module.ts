import { Module } from '@nestjs/common';
import { HistoryModule } from '@service/history';
import { Interactions } from './interactions.js';
import { InteractionsController } from './interactions.controller.js';

/** The interaction history, as auditors read it. */
@Module({
  imports: [HistoryModule],
  controllers: [InteractionsController],
  providers: [Interactions],
})
export class InteractionsModule {}
