import { Module } from '@nestjs/common';
import { LogController } from './log.controller.js';
import { KeysController } from './keys.controller.js';
import { PublishedLog } from './published-log.js';

/** The public transparency log and the public keys. */
@Module({
  controllers: [LogController, KeysController],
  providers: [PublishedLog],
})
export class LogModule {}
