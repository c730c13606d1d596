import { causeOf } from '../error-reason.js';
import type { Logger } from '../logging/create-logger.js';

/** Logs a failure that repeats, as while a server is away: once, and once more when it is over. */
export class OutageLog {
  private lasting = false;

  /** @param what the subject of the sentence. */
  constructor(
    private readonly logger: Logger,
    private readonly what: string,
  ) {}

  seen(error: unknown): void {
    const line = { cause: causeOf(error) };
    if (this.lasting) this.logger.debug(line, `${this.what} is still failing.`);
    else this.logger.warn(line, `${this.what} is failing, and is retried until it works.`);
    this.lasting = true;
  }

  over(): void {
    if (this.lasting) this.logger.info(`${this.what} works again.`);
    this.lasting = false;
  }
}
