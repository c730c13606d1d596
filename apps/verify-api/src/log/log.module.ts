import { Module } from '@nestjs/common';
import { LogController } from './log.controller.js';
import { KeysController } from './keys.controller.js';
import { PublishedLog } from './published-log.js';
import { ReadKeys } from './read-keys.js';

/** The public transparency log and the public keys. */
@Module({
  controllers: [LogController, KeysController],
  providers: [PublishedLog, ReadKeys],
})
export class LogModule {}
