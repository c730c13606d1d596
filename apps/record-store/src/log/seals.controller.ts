import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import type { CommandEnvelope, KeptSeal, SealHistory } from '@service/contracts';
import { Seals } from './seals.js';

/** Takes the seals of the interaction history. */
@Controller()
export class SealsController {
  constructor(private readonly seals: Seals) {}

  @MessagePattern('history.seal')
  seal(@Payload() command: CommandEnvelope<SealHistory>): Promise<KeptSeal> {
    return this.seals.keep(command.payload);
  }
}
