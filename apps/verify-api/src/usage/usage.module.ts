import { Module } from '@nestjs/common';
import { HistoryModule } from '@service/history';
import { UsageController } from './usage.controller.js';

/** Usage, as a project reads its own. */
@Module({
  imports: [HistoryModule],
  controllers: [UsageController],
})
export class UsageModule {}
