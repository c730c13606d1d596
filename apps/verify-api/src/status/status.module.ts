import { Module } from '@nestjs/common';
import { Status } from './status.js';

/** How current answers are. */
@Module({ providers: [Status] })
export class StatusModule {}
