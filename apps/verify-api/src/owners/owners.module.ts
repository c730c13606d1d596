import { Global, Module } from '@nestjs/common';
import { CommandSender } from './command-sender.js';

/** The way of commands to the apps that own what they change. */
@Global()
@Module({ providers: [CommandSender], exports: [CommandSender] })
export class OwnersModule {}
