import { Module } from '@nestjs/common';
import { LogController } from './log.controller.js';
import { KeysController } from './keys.controller.js';
import { PolicyController } from './policy.controller.js';
import { PublishedLog } from './published-log.js';
import { PublishedPolicy } from './published-policy.js';
import { ReadKeys } from './read-keys.js';

/** The public transparency log and the public keys. */
@Module({
  controllers: [LogController, KeysController, PolicyController],
  providers: [PublishedLog, PublishedPolicy, ReadKeys],
})
export class LogModule {}
