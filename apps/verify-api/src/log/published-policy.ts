import { Inject, Injectable } from '@nestjs/common';
import { openPolicy } from '@service/evidence';
import { readIfPresent } from '@service/platform/data-directory';
import { POLICY_FILE } from '../infrastructure/injection-tokens.js';

/** The signed trust policy of the environment's log, in a file that an operator wrote. */
@Injectable()
export class PublishedPolicy {
  private checked: string | null = null;

  constructor(@Inject(POLICY_FILE) private readonly file: string) {}

  /**
   * The signed note of the policy; null without a file.
   * @throws EvidenceError where the file holds no signed policy.
   */
  async read(): Promise<string | null> {
    const note = (await readIfPresent(this.file))?.toString('utf8') ?? null;
    if (note !== null && note !== this.checked) {
      openPolicy(note, null);
      this.checked = note;
    }
    return note;
  }
}
