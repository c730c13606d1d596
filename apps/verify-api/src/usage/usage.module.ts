import { Module } from '@nestjs/common';
import { HistoryModule } from '@service/history';

/** The usage of a project, for its own callers. */
@Module({
  imports: [HistoryModule],
})
export class UsageModule {}
