import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@service/testing';
import { PATIENCE, type FaultyService } from './faulty-service.js';

/** Milliseconds after each try. Without it, the writers would take the processor from the service that is to recover. */
const PAUSE = 30;

/** Writers, each of which tries a write under one key until it is acknowledged. */
export class Load {
  /** Ids of the records that were acknowledged, by the external_id that was sent. */
  readonly acknowledged = new Map<string, string>();
  /** What was answered, and how often. */
  readonly answers = new Map<string, number>();
  /** Milliseconds since 1970 after which callers without an answer give up. */
  private givesUpAt = Infinity;
  private readonly done: Promise<unknown>;

  constructor(
    private readonly service: FaultyService,
    private readonly authorityId: string,
    writers = 4,
  ) {
    this.done = Promise.all(Array.from({ length: writers }, () => this.write()));
  }

  /** Waits until so many more writes are acknowledged. */
  async acknowledges(more: number): Promise<void> {
    const wanted = this.acknowledged.size + more;
    await eventually(() => this.acknowledged.size >= wanted, PATIENCE);
  }

  /** Takes no new writes and answers when the last is acknowledged. */
  async stop(): Promise<void> {
    this.givesUpAt = Date.now() + PATIENCE.timeout;
    await this.done;
  }

  private async write(): Promise<void> {
    const admin = this.service.as('admin');
    while (this.givesUpAt === Infinity) {
      const external_id = randomUUID();
      const body = { authority_id: this.authorityId, origin: 'o', content: external_id, external_id };
      while (!this.acknowledged.has(external_id) && Date.now() < this.givesUpAt) {
        const answer = await admin
          .post('/v1/records', body, { 'idempotency-key': external_id })
          .catch(() => null);
        const what = answer === null ? 'no answer' : `${answer.status} ${answer.body['error']?.code ?? ''}`;
        this.answers.set(what, (this.answers.get(what) ?? 0) + 1);
        if (answer?.status === 201) this.acknowledged.set(external_id, String(answer.body['id']));
        await pause(PAUSE);
      }
    }
  }
}
