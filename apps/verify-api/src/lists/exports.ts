import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { ServiceError } from '@service/contracts';
import { Amounts } from '@service/platform/batching';
import type { Call } from '../interface/call.js';

/** Most exports at a time: of one project, which leaves some to others, and of all in this process. */
const MOST_OF_PROJECT = 4;
const MOST = 32;
const RETRY_AFTER_SECONDS = 5;

/**
 * Limits the exports under way: each holds a page and buffers for as long as its reader takes, and the rate limits count it
 * as one request.
 */
@Injectable()
export class Exports {
  private readonly underWay = new Amounts<string>();

  /**
   * Begins an export. It ends when its text ends, or when its reader has gone; the server ends one that nobody reads.
   * @throws ServiceError `rate.limited` where too many are under way, and what `read` throws.
   */
  async begin(
    { projectId, onGone }: Pick<Call, 'projectId' | 'onGone'>,
    read: () => Promise<Readable>,
  ): Promise<Readable> {
    const release = this.acquire(projectId);
    let text: Readable | null = null;
    let isGone = false;
    // The end of the text is not enough: a text that is never sent has none.
    onGone(() => {
      isGone = true;
      text?.destroy();
      release();
    });
    try {
      text = await read();
    } catch (error) {
      release();
      throw error;
    }
    text.once('close', release);
    if (isGone) text.destroy();
    return text;
  }

  /** Counts an export. @returns a function that ends the count, however often it is called. */
  private acquire(projectId: string): () => void {
    const count = this.underWay.of(projectId);
    if (count >= MOST_OF_PROJECT || this.underWay.all >= MOST) {
      const message =
        count >= MOST_OF_PROJECT
          ? `At most ${MOST_OF_PROJECT} exports of a project run at a time; let one end first.`
          : 'Exports of others take all places here; try again soon.';
      throw new ServiceError('rate.limited', { message }, RETRY_AFTER_SECONDS);
    }
    this.underWay.add(projectId, 1);
    let isReleased = false;
    return () => {
      if (!isReleased) this.underWay.add(projectId, -1);
      isReleased = true;
    };
  }
}
