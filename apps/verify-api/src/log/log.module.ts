import { Module } from '@nestjs/common';
import { LogController } from './log.controller.js';
import { KeysController } from './keys.controller.js';
import { PublishedLog } from './published-log.js';
import { ReadKeys } from './read-keys.js';

/** The transparency log and the keys, as anybody reads them. */
@Module({
  controllers: [LogController, KeysController],
  providers: [PublishedLog, ReadKeys],
})
export class LogModule {}
