import { causeOf } from '../error-reason.js';
import type { Logger } from '../logging/create-logger.js';

/** Logs a repeating failure, such as an outage, once, and its end once. */
export class OutageLog {
  private lasting = false;

  /** @param what subject of the logged sentence. */
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
