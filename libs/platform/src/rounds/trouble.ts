import { causeOf } from '../error-reason.js';
import type { Logger } from '../logging/create-logger.js';

/** Something that fails again and again while a server is away: it is said once, and once that it is over. */
export class Trouble {
  private lasting = false;

  /** @param what begins the sentence. */
  constructor(
    private readonly logger: Logger,
    private readonly what: string,
  ) {}

  seen(error: unknown): void {
    const line = { cause: causeOf(error) };
    if (this.lasting) this.logger.debug(line, `${this.what} is still in trouble.`);
    else this.logger.warn(line, `${this.what} is in trouble, and tries again until it is over.`);
    this.lasting = true;
  }

  over(): void {
    if (this.lasting) this.logger.info(`${this.what} is out of trouble.`);
    this.lasting = false;
  }
}
