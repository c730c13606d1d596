import { Global, Module } from '@nestjs/common';
import { Cursors } from '../inputs/cursors.js';
import { Exports } from './exports.js';
import { MetadataReader } from './metadata-reader.js';
import { CommandSender } from './command-sender.js';

/** What the use cases of the features share. */
@Global()
@Module({
  providers: [CommandSender, Cursors, Exports, MetadataReader],
  exports: [CommandSender, Cursors, Exports, MetadataReader],
})
export class UseCasesModule {}
