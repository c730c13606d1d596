import { Global, Module } from '@nestjs/common';
import { CommandSender } from './command-sender.js';

/** Sends commands to the apps that own the changed aggregates. */
@Global()
@Module({ providers: [CommandSender], exports: [CommandSender] })
export class OwnersModule {}
