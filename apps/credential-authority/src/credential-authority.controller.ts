import { Controller, UsePipes } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import {
  commandTypesOf,
  type AuthoritySnapshot,
  type CommandTypeOf,
  type CredentialSnapshot,
  type OperatorSnapshot,
  type ProjectSnapshot,
  type ReceivedCommand,
} from '@service/contracts';
import { IssuerPipe } from '@service/messaging/commands';
import { AuthorityCommands } from './authorities/authority-commands.js';
import { CredentialCommands } from './credentials/credential-commands.js';
import { OperatorCommands } from './operators/operator-commands.js';
import { ProjectCommands } from './projects/project-commands.js';

/** Handles the commands on projects, authorities, credentials and operators. */
@Controller()
@UsePipes(IssuerPipe)
export class CredentialAuthorityController {
  constructor(
    private readonly projects: ProjectCommands,
    private readonly authorities: AuthorityCommands,
    private readonly credentials: CredentialCommands,
    private readonly operators: OperatorCommands,
  ) {}

  @MessagePattern(commandTypesOf('project'))
  project(@Payload() command: ReceivedCommand<CommandTypeOf<'project'>>): Promise<ProjectSnapshot> {
    return this.projects.handle(command);
  }

  @MessagePattern(commandTypesOf('authority'))
  authority(@Payload() command: ReceivedCommand<CommandTypeOf<'authority'>>): Promise<AuthoritySnapshot> {
    return this.authorities.handle(command);
  }

  @MessagePattern(commandTypesOf('credential'))
  credential(@Payload() command: ReceivedCommand<CommandTypeOf<'credential'>>): Promise<CredentialSnapshot> {
    return this.credentials.handle(command);
  }

  @MessagePattern(commandTypesOf('operator'))
  operator(@Payload() command: ReceivedCommand<CommandTypeOf<'operator'>>): Promise<OperatorSnapshot> {
    return this.operators.handle(command);
  }
}
