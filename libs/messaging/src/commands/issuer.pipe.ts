import { Injectable, type PipeTransform } from '@nestjs/common';
import { requireIssuer, type CommandEnvelope } from '@service/contracts';

/** Refuses every command of a controller whose issuer may not issue it. */
@Injectable()
export class IssuerPipe implements PipeTransform<CommandEnvelope, CommandEnvelope> {
  /** @throws ServiceError `authentication.invalid`. */
  transform(command: CommandEnvelope): CommandEnvelope {
    requireIssuer(command);
    return command;
  }
}
