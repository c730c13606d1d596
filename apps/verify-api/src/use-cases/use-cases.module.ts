import { Global, Module } from '@nestjs/common';
import { CommandSender } from './command-sender.js';

/** What the use cases of the features share. */
@Global()
@Module({
  providers: [CommandSender],
  exports: [CommandSender],
})
export class UseCasesModule {}
