import { Module } from '@nestjs/common';
import { HistoryModule } from '@service/history';
import { InteractionsController } from './interactions.controller.js';

/** The interaction history, as auditors read it. */
@Module({
  imports: [HistoryModule],
  controllers: [InteractionsController],
})
export class InteractionsModule {}
