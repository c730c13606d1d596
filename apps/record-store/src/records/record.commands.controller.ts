import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import type {
  AmendRecord,
  Change,
  CommandEnvelope,
  RecordSnapshot,
  RegisterRecord,
  SupersedeRecord,
} from '@service/contracts';
import { RecordCommands } from './record-commands.js';

/** Takes the commands that concern records. */
@Controller()
export class RecordCommandsController {
  constructor(private readonly records: RecordCommands) {}

  @MessagePattern('record.register')
  register(@Payload() command: CommandEnvelope<RegisterRecord>): Promise<RecordSnapshot> {
    const { authority_id, ...record } = command.payload;
    return this.records.register(command, authority_id, { type: 'record.register', ...record });
  }

  @MessagePattern('record.amend')
  amend(@Payload() command: CommandEnvelope<AmendRecord>): Promise<RecordSnapshot> {
    const { expected_version, ...change } = command.payload;
    return this.records.change(command, { type: 'record.amend', ...change }, expected_version);
  }

  @MessagePattern('record.suspend')
  suspend(@Payload() command: CommandEnvelope<Change>): Promise<RecordSnapshot> {
    const { expected_version, reason } = command.payload;
    return this.records.change(command, { type: 'record.suspend', reason }, expected_version);
  }

  @MessagePattern('record.reinstate')
  reinstate(@Payload() command: CommandEnvelope<Change>): Promise<RecordSnapshot> {
    const { expected_version, reason } = command.payload;
    return this.records.change(command, { type: 'record.reinstate', reason }, expected_version);
  }

  @MessagePattern('record.supersede')
  supersede(@Payload() command: CommandEnvelope<SupersedeRecord>): Promise<RecordSnapshot> {
    const { expected_version, ...supersession } = command.payload;
    return this.records.change(command, { type: 'record.supersede', ...supersession }, expected_version);
  }

  @MessagePattern('record.revoke')
  revoke(@Payload() command: CommandEnvelope<Change>): Promise<RecordSnapshot> {
    const { expected_version, reason } = command.payload;
    return this.records.change(command, { type: 'record.revoke', reason }, expected_version);
  }
}
