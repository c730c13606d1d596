import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import type {
  Change,
  CommandEnvelope,
  CredentialSnapshot,
  IssueCredential,
  RotateCredential,
  UpdateCredential,
} from '@service/contracts';
import { CredentialCommands } from './credential-commands.js';

/** Takes the commands that concern credentials. */
@Controller()
export class CredentialCommandsController {
  constructor(private readonly credentials: CredentialCommands) {}

  @MessagePattern('credential.issue')
  issue(@Payload() command: CommandEnvelope<IssueCredential>): Promise<CredentialSnapshot> {
    return this.credentials.issue(command);
  }

  @MessagePattern('credential.update')
  update(@Payload() command: CommandEnvelope<UpdateCredential>): Promise<CredentialSnapshot> {
    const { expected_version, ...changes } = command.payload;
    return this.credentials.change(command, { type: 'credential.update', ...changes }, expected_version);
  }

  @MessagePattern('credential.rotate')
  rotate(@Payload() command: CommandEnvelope<RotateCredential>): Promise<CredentialSnapshot> {
    return this.credentials.rotate(command);
  }

  @MessagePattern('credential.revoke')
  revoke(@Payload() command: CommandEnvelope<Change>): Promise<CredentialSnapshot> {
    const { expected_version, reason } = command.payload;
    return this.credentials.change(command, { type: 'credential.revoke', reason }, expected_version);
  }
}
