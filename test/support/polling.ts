import { expect } from '@jest/globals';
import type { Client } from './client.js';

/** An event as polling shows it. */
export interface PolledEvent {
  id: string;
  type: string;
  record_id: string;
  state: string;
  occurred_at: string;
  subject: { type: string; id: string; version: number };
  test?: boolean;
  evidence: {
    provenance: { origin?: string; chain?: PolledElement[]; verified?: boolean };
    authority: Record<string, unknown>;
  };
}

export interface PolledElement {
  sequence: number;
  previous: string | null;
  digest: string;
  signature: { key_id: string; algorithm: string; value: string };
  event_id: string;
  type: string;
}

/** Reads events page by page, as a polling subscriber does. */
export class Poller {
  readonly events: PolledEvent[] = [];
  cursor: string | undefined;

  constructor(
    private readonly client: Client,
    private readonly query: Record<string, string> = {},
  ) {}

  /** Reads on until nothing follows for now. */
  async catchUp(): Promise<PolledEvent[]> {
    for (;;) {
      const limit = Number(this.query['limit'] ?? 100);
      const search = new URLSearchParams({ limit: `${limit}`, ...this.query });
      if (this.cursor !== undefined) search.set('cursor', this.cursor);
      const { status, body } = await this.client.get(`/v1/events?${search.toString()}`);
      expect([status, body['error']]).toEqual([200, undefined]);
      this.events.push(...(body['data'] as PolledEvent[]));
      this.cursor = body['next_cursor'] as string;
      if ((body['data'] as unknown[]).length < limit) return this.events;
    }
  }
}
