import type { ServerResponse } from 'node:http';
import { ServiceError, UnavailableError } from '@service/contracts';
import { Amounts } from '@service/platform/batching';

/** Answers of at most this many characters are not counted: a connection has few of them. */
export const SMALL_ANSWER = 16_384;
/** The part of the process's that one reader may leave unread. */
const PART_OF_READER = 0.25;
const RETRY_AFTER_SECONDS = 5;

/** Counts the characters of answers that their clients have not read: the process keeps them until then. */
export class UnreadAnswers {
  private readonly unread = new Amounts<string>();

  /** @param most characters at a time. */
  constructor(private readonly most: number) {}

  get characters(): number {
    return this.unread.all;
  }

  /**
   * Counts an answer until it is sent, or its client has gone. The first of a reader is never too large.
   * @param reader the project that asked; without a credential, the network of the client.
   * @param mayRefuse false for the answer of a change, which was made already.
   * @throws ServiceError `rate.limited` where the reader leaves too much unread, `service.unavailable` where all do.
   */
  add(reader: string, length: number, response: ServerResponse, mayRefuse: boolean): void {
    if (response.closed || response.destroyed) return;
    if (mayRefuse) this.require(reader, length);
    this.unread.add(reader, length);
    response.once('close', () => this.unread.add(reader, -length));
  }

  private require(reader: string, length: number): void {
    const [own, { all }] = [this.unread.of(reader), this.unread];
    if (own > 0 && own + length > this.most * PART_OF_READER) {
      const message = 'Too many of your answers wait to be read; read them first, or ask for less at a time.';
      throw new ServiceError('rate.limited', { message }, RETRY_AFTER_SECONDS);
    }
    if (all > 0 && all + length > this.most) {
      throw new UnavailableError({ cause: 'answers_unread', characters: all });
    }
  }
}
