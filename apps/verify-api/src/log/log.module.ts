import { Module } from '@nestjs/common';
import { AskedWitnesses } from './asked-witnesses.js';
import { LogController } from './log.controller.js';
import { LogHistoryController } from './log-history.controller.js';
import { KeysController } from './keys.controller.js';
import { PastCheckpoints } from './past-checkpoints.js';
import { PolicyController } from './policy.controller.js';
import { PublishedLog } from './published-log.js';
import { PublishedPolicy } from './published-policy.js';
import { ReadKeys } from './read-keys.js';

/** The public transparency log and the public keys. */
@Module({
  controllers: [LogController, LogHistoryController, KeysController, PolicyController],
  providers: [AskedWitnesses, PastCheckpoints, PublishedLog, PublishedPolicy, ReadKeys],
})
export class LogModule {}
