import { Global, Module } from '@nestjs/common';
import { Cursors } from '../inputs/cursors.js';
import { CommandSender } from './command-sender.js';

/** What the use cases of the features share. */
@Global()
@Module({
  providers: [CommandSender, Cursors],
  exports: [CommandSender, Cursors],
})
export class UseCasesModule {}
