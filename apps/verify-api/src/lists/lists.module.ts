import { Global, Module } from '@nestjs/common';
import { Cursors } from '../interface/inputs/cursors.js';
import { Exports } from './exports.js';
import { MetadataReader } from './metadata-reader.js';

/** What all lists have in common: cursors, exports and filters by metadata. */
@Global()
@Module({ providers: [Cursors, Exports, MetadataReader], exports: [Cursors, Exports, MetadataReader] })
export class ListsModule {}
