import { Module } from '@nestjs/common';
import { Status } from './status.js';
import { StatusController } from './status.controller.js';

/** How current answers are. */
@Module({ controllers: [StatusController], providers: [Status] })
export class StatusModule {}
