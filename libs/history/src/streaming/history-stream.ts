import type { Lease } from '@service/event-store';
import { readSeal } from '@service/evidence';
import type { Duty } from '@service/messaging';
import type { Logger } from '@service/platform/logging';
import { OutageLog, PeriodicTask } from '@service/platform/scheduling';
import type { Pool } from 'pg';
import { readSealsInLog } from '../sealing/logged-seals.js';
import { postRecords, type StreamReceiver } from './post-records.js';
import { sealedRecords } from './sealed-records.js';
import { readPlace, storePlace } from './stream-place.js';

/** Milliseconds between two looks for new seals. */
const PAUSE = 1_000;
/** The longest pause after failures, of which each doubles it. */
const LONGEST_PAUSE = 60_000;
/** A request is sent once it has this many characters. */
const MOST = 262_144;

/**
 * Sends all that the seals in the transparency log cover to a receiver, in their order and at least once: the place is
 * stored after the answer, so that a request that was under way is repeated.
 */
export class HistoryStream implements Duty {
  private readonly task: PeriodicTask;
  private lease: Lease | null = null;
  private stop = new AbortController();
  /** Everything that the log held at this moment was sent; null where another process sends. */
  private sentUntil: number | null = null;

  constructor(
    private readonly pool: Pool,
    private readonly receiver: StreamReceiver,
    logger: Logger,
    private readonly now: () => number = Date.now,
  ) {
    const outage = new OutageLog(logger, 'Sending the interaction history');
    this.task = new PeriodicTask(() => this.round(), PAUSE, outage, LONGEST_PAUSE);
  }

  begin(lease: Lease | null): Promise<void> {
    this.lease = lease;
    this.stop = new AbortController();
    this.sentUntil = this.now();
    this.task.start();
    return Promise.resolve();
  }

  async end(): Promise<void> {
    this.stop.abort();
    await this.task.stop();
    this.sentUntil = null;
  }

  /** Milliseconds since the oldest seal that was not sent, or since a look found all sent; null where another process sends. */
  lag(): number | null {
    return this.sentUntil === null ? null : Math.max(0, this.now() - this.sentUntil);
  }

  /** Sends all that the log has sealed, or until it is stopped. @throws Error where the receiver does not take them */
  async send(): Promise<void> {
    const began = this.now();
    const { logged } = await readSealsInLog(this.pool);
    let place = await readPlace(this.pool);
    let texts: string[] = [];
    let length = 0;
    const post = async () => {
      await postRecords(this.receiver, texts, this.stop.signal);
      await storePlace(this.pool, this.lease, place);
      [texts, length] = [[], 0];
    };
    while (place.seal < logged && !this.stop.signal.aborted) {
      const text = await this.readSealText(place.seal + 1);
      if (texts.length === 0) this.unsentSince(text);
      for await (const record of sealedRecords(this.pool, place, text)) {
        if (record.text !== '') texts.push(record.text);
        length += record.text.length;
        place = record.place;
        if (length >= MOST) await post();
      }
    }
    if (texts.length > 0) await post();
    if (this.sentUntil !== null && place.seal >= logged) this.sentUntil = began;
  }

  private async round(): Promise<void> {
    try {
      await this.send();
    } catch (error) {
      if (!this.stop.signal.aborted) throw error;
    }
  }

  private unsentSince(sealText: string): void {
    const sealedAt = Date.parse(readSeal(sealText)?.sealed_at ?? '');
    if (this.sentUntil !== null && !Number.isNaN(sealedAt)) this.sentUntil = sealedAt;
  }

  /** An empty text where somebody removed the seal: the copy then shows it as missing. */
  private async readSealText(number: number): Promise<string> {
    const { rows } = await this.pool.query<{ text: string }>(
      'SELECT text FROM verify_api.history_seals WHERE number = $1',
      [number],
    );
    return rows[0]?.text ?? '';
  }
}
