import { Module } from '@nestjs/common';
import { AskedWitnesses } from './asked-witnesses.js';
import { LogRoutes } from './log.route.js';
import { PastCheckpoints } from './past-checkpoints.js';
import { PublishedLog } from './published-log.js';
import { PublishedPolicy } from './published-policy.js';
import { ReadKeys } from './read-keys.js';

/** The public transparency log and the public keys. */
@Module({
  providers: [LogRoutes, AskedWitnesses, PastCheckpoints, PublishedLog, PublishedPolicy, ReadKeys],
  exports: [LogRoutes],
})
export class LogModule {}
