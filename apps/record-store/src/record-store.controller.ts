import { Controller, UsePipes } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import {
  commandTypesOf,
  type CommandTypeOf,
  type StoredSeal,
  type ReceivedCommand,
  type RecordSnapshot,
} from '@service/contracts';
import { IssuerPipe } from '@service/messaging/commands';
import { Seals } from './log/seals.js';
import { RecordCommands } from './records/record-commands.js';

/** Handles the commands on records, and stores the seals of the interaction history. */
@Controller()
@UsePipes(IssuerPipe)
export class RecordStoreController {
  constructor(
    private readonly records: RecordCommands,
    private readonly seals: Seals,
  ) {}

  @MessagePattern(commandTypesOf('record'))
  record(@Payload() command: ReceivedCommand<CommandTypeOf<'record'>>): Promise<RecordSnapshot> {
    return this.records.handle(command);
  }

  @MessagePattern(commandTypesOf('history'))
  history(@Payload() command: ReceivedCommand<CommandTypeOf<'history'>>): Promise<StoredSeal> {
    return this.seals.store(command.payload);
  }
}
