import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { ServiceError } from '@service/contracts';
import type { Call } from '../interface/call.js';
import { endStalled } from './end-stalled.js';

/** Exports at a time: of a project, so that it leaves some to others, and of the process. */
const MOST_OF_PROJECT = 4;
const MOST = 32;
const RETRY_AFTER_SECONDS = 5;
/** Milliseconds after which a reader who takes nothing has to begin again: a few of them would keep all places. */
const PATIENCE = 300_000;

/**
 * Limits the exports under way: each holds a page and buffers for as long as its reader takes, and the rate limits count it
 * as one request.
 */
@Injectable()
export class Exports {
  private readonly underWay = new Map<string, number>();
  private all = 0;

  /**
   * Begins an export. It ends when its text ends, when its reader has gone, or when the reader takes nothing for five minutes.
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
    endStalled(text, PATIENCE);
    if (isGone) text.destroy();
    return text;
  }

  /** Counts an export. @returns a function that ends the count, however often it is called. */
  private acquire(projectId: string): () => void {
    const count = this.underWay.get(projectId) ?? 0;
    if (count >= MOST_OF_PROJECT || this.all >= MOST) {
      const message =
        count >= MOST_OF_PROJECT
          ? `At most ${MOST_OF_PROJECT} exports of a project run at a time; let one end first.`
          : 'Exports of others take all places here; try again soon.';
      throw new ServiceError('rate.limited', { message }, RETRY_AFTER_SECONDS);
    }
    this.add(projectId, 1);
    let isReleased = false;
    return () => {
      if (!isReleased) this.add(projectId, -1);
      isReleased = true;
    };
  }

  private add(projectId: string, change: 1 | -1): void {
    this.all += change;
    const count = (this.underWay.get(projectId) ?? 0) + change;
    if (count === 0) this.underWay.delete(projectId);
    else this.underWay.set(projectId, count);
  }
}
