import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import type {
  AuthoritySnapshot,
  Change,
  CommandEnvelope,
  CommandPayload,
  GrantAuthority,
  RevokeAuthority,
} from '@service/contracts';
import { AuthorityCommands } from './authority-commands.js';

/** Takes the commands that concern authorities. */
@Controller()
export class AuthorityCommandsController {
  constructor(private readonly authorities: AuthorityCommands) {}

  @MessagePattern('authority.grant')
  grant(@Payload() command: CommandEnvelope<GrantAuthority>): Promise<AuthoritySnapshot> {
    return this.authorities.grant(command);
  }

  @MessagePattern('authority.renew')
  renew(@Payload() command: CommandEnvelope<CommandPayload<'authority.renew'>>): Promise<AuthoritySnapshot> {
    const { expected_version, reason, valid_until } = command.payload;
    return this.authorities.change(
      command,
      { type: 'authority.renew', reason, valid_until },
      expected_version,
    );
  }

  @MessagePattern('authority.rescope')
  rescope(
    @Payload() command: CommandEnvelope<CommandPayload<'authority.rescope'>>,
  ): Promise<AuthoritySnapshot> {
    const { expected_version, reason, scope } = command.payload;
    return this.authorities.change(command, { type: 'authority.rescope', reason, scope }, expected_version);
  }

  @MessagePattern('authority.suspend')
  suspend(@Payload() command: CommandEnvelope<Change>): Promise<AuthoritySnapshot> {
    const { expected_version, reason } = command.payload;
    return this.authorities.change(command, { type: 'authority.suspend', reason }, expected_version);
  }

  @MessagePattern('authority.reinstate')
  reinstate(@Payload() command: CommandEnvelope<Change>): Promise<AuthoritySnapshot> {
    const { expected_version, reason } = command.payload;
    return this.authorities.change(command, { type: 'authority.reinstate', reason }, expected_version);
  }

  @MessagePattern('authority.revoke')
  revoke(@Payload() command: CommandEnvelope<RevokeAuthority>): Promise<AuthoritySnapshot> {
    const { expected_version, ...revocation } = command.payload;
    return this.authorities.change(command, { type: 'authority.revoke', ...revocation }, expected_version);
  }
}
