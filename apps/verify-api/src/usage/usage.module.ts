import { Module } from '@nestjs/common';
import { HistoryModule } from '@service/history';

/** Usage, as a project reads its own. */
@Module({
  imports: [HistoryModule],
})
export class UsageModule {}
