import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from '@service/platform/logging';
import { AnswerSigner } from '../infrastructure/answer-signer.js';
import { LOGGER } from '../infrastructure/injection-tokens.js';
import { Directory } from '../views/directory.js';

/** The key that signs this gateway's answers. Once it has ended, verifiers refuse what it signs, so that no answer is verified. */
@Injectable()
export class AnswerKey {
  private told = false;

  constructor(
    @Inject(AnswerSigner) private readonly signer: Pick<AnswerSigner, 'keyId'>,
    @Inject(Directory) private readonly directory: Pick<Directory, 'key'>,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'error'>,
  ) {}

  /** Its id; null on a restored copy, which signs nothing. */
  get id(): string | null {
    return this.signer.keyId;
  }

  /** Whether the key was revoked. The first call that finds so writes a line to the log. */
  hasEnded(): boolean {
    const { id } = this;
    const ended = id !== null && this.directory.key(id)?.snapshot.state === 'revoked';
    if (ended && !this.told) {
      this.told = true;
      this.logger.error({ key_id: id }, ENDED);
    }
    return ended;
  }

  /** A sentence where it has ended; otherwise null. */
  problem(): string | null {
    return this.hasEnded() ? ENDED : null;
  }
}

const ENDED =
  'The key that signs answers was revoked, so no answer is verified: give this process another one, and restart it.';
