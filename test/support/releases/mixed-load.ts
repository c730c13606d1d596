import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { eventually } from '@service/testing';
import { Client, type Answer } from '../client.js';
import type { PolledEvent } from '../polling.js';
import { Receiver } from '../receiver.js';
import type { RoleTokens } from '../service.js';

const WRITERS = 3;
const VERIFIERS = 2;
/** Milliseconds before a request is repeated, and after each answer: processes that start need the processor. */
const PAUSE = 100;

/** What a caller reaches, at the address that it has at the moment. */
interface Gateway {
  readonly baseUrl: string;
}

interface Call {
  role: keyof RoleTokens;
  method?: 'GET' | 'POST';
  path: string;
  body?: object;
  headers?: Record<string, string>;
}

/** The versions of each record, in the order in which they came first. */
type Seen = Map<string, number[]>;

/** Writers, verifiers, a follower with a cursor and a webhook. Each takes the gateways in turn, and repeats what was not
 *  answered, or answered with 503, as the docs tell callers to. */
export class MixedLoad {
  /** Records that were registered and then suspended, each with the consistency token of that. */
  readonly records: { id: string; token: string }[] = [];
  /** What should not have been answered. */
  readonly failures: string[] = [];
  readonly polled: Seen = new Map();
  readonly delivered: Seen = new Map();
  private readonly answered = new Map<Gateway, { writes: number; verifications: number }>();
  private readonly underWay = new Set<{ gateway: Gateway; answer: Promise<unknown> }>();
  private gateways: readonly Gateway[] = [];
  private turn = 0;
  private readonly over = { writing: false, reading: false, waiting: false };
  private writing: Promise<unknown> = Promise.resolve();
  private reading: Promise<unknown> = Promise.resolve();
  private receiver: Receiver | undefined;
  authorityId = '';

  constructor(private readonly tokens: RoleTokens) {}

  /** Begins with one gateway. */
  async begin(gateway: Gateway): Promise<void> {
    this.add(gateway);
    this.receiver = await Receiver.start(({ event }) => note(this.delivered, event as PolledEvent, true));
    const terms = { issuer: 'Test Registry', scope: ['verify'], valid_until: '2090-01-01T00:00:00Z' };
    const granted = await this.write('/v1/authorities', terms);
    this.authorityId = String(granted.body['id']);
    await this.write('/v1/subscriptions', { endpoint: this.receiver.url('/'), categories: ['record'] });
    this.writing = Promise.all([
      ...Array.from({ length: WRITERS }, () => this.until('writing', () => this.register())),
      ...Array.from({ length: VERIFIERS }, () => this.until('writing', () => this.verify())),
    ]);
    this.reading = this.follow();
  }

  /** Lets a gateway have requests from now on. */
  add(gateway: Gateway): void {
    this.gateways = [...this.gateways, gateway];
    this.answered.set(gateway, this.answered.get(gateway) ?? { writes: 0, verifications: 0 });
  }

  /** Takes a gateway out, as a load balancer does; resolves when it has answered all requests. */
  async remove(gateway: Gateway): Promise<void> {
    this.gateways = this.gateways.filter((each) => each !== gateway);
    for (const each of this.underWay) if (each.gateway === gateway) await each.answer;
  }

  /** Waits until each gateway has answered so many more writes and verifications, and so many more records were polled and
   *  delivered. */
  async more(count = 2): Promise<void> {
    const progress = () => [
      ...this.gateways.flatMap((each) => Object.values(this.answered.get(each) ?? {})),
      ...[this.polled, this.delivered].map(({ size }) => size),
    ];
    const wanted = progress().map((reached) => reached + count);
    await eventually(
      () => {
        if (this.failures.length > 0) return;
        const reached = progress();
        expect(wanted.filter((each, index) => (reached[index] ?? 0) < each)).toEqual([]);
      },
      { timeout: 120_000 },
    );
    expect(this.failures).toEqual([]);
  }

  /** Ends the writers, and waits until everything that was answered was polled and delivered. */
  async finish(): Promise<void> {
    this.over.writing = true;
    await this.writing;
    expect(this.failures).toEqual([]);
    for (const seen of [this.polled, this.delivered]) {
      const missing = () => this.records.filter(({ id }) => (seen.get(id)?.length ?? 0) < 2);
      await eventually(() => expect(missing()).toEqual([]), { timeout: 60_000 });
    }
    this.over.reading = true;
    await this.reading;
  }

  /** Ends all of it, also after a failure. */
  async stop(): Promise<void> {
    Object.assign(this.over, { writing: true, reading: true, waiting: true });
    await Promise.all([this.writing, this.reading]);
    await this.receiver?.stop();
    this.receiver = undefined;
  }

  /** Ids of all records of the authority, as a gateway lists them. */
  async listed(): Promise<string[]> {
    const ids: string[] = [];
    for (let cursor = ''; ;) {
      const path = `/v1/records?limit=100&authority_id=${this.authorityId}${cursor}`;
      const { body } = await this.ask({ role: 'admin', path });
      ids.push(...(body['data'] as { id: string }[]).map(({ id }) => id));
      if (body['next_cursor'] == null) return ids;
      cursor = `&cursor=${encodeURIComponent(String(body['next_cursor']))}`;
    }
  }

  private async register(): Promise<void> {
    const members = { origin: 'https://registry.example/1', content: randomUUID() };
    const key = randomUUID();
    const record = { authority_id: this.authorityId, ...members };
    const { body } = await this.write('/v1/records', record, key);
    // Wherever it is asked again, it is the same record.
    const again = await this.write('/v1/records', record, key);
    if (again.body['id'] !== body['id']) this.failures.push(`${again.text} instead of ${body['id']}`);
    const suspended = await this.write(`/v1/records/${body['id']}/suspend`, { reason: 'late fee' });
    const token = String(suspended.headers.get('service-consistency-token'));
    this.records.push({ id: String(body['id']), token });
  }

  private async verify(): Promise<void> {
    const record = this.records[Math.floor(Math.random() * this.records.length)];
    if (record === undefined) return;
    const headers = { 'service-consistency-token': record.token };
    const call = { role: 'verify', method: 'POST', path: '/v1/records/verify' } as const;
    const { body, text } = await this.ask({ ...call, body: { record_id: record.id }, headers });
    const { state, provenance } = body['evidence'] ?? {};
    if (state !== 'suspended' || provenance?.verified !== true) this.failures.push(text);
  }

  private async follow(): Promise<void> {
    let cursor = '';
    await this.until('reading', async () => {
      const { body } = await this.ask({ role: 'admin', path: `/v1/events?limit=100${cursor}` });
      for (const event of (body['data'] ?? []) as PolledEvent[]) note(this.polled, event, false);
      cursor = `&cursor=${encodeURIComponent(String(body['next_cursor']))}`;
    });
  }

  /** Goes on until it is told to stop; what is asked then is still answered. */
  private async until(over: 'writing' | 'reading', work: () => Promise<void>): Promise<void> {
    while (!this.over[over] && this.failures.length === 0) {
      await work().catch((error: unknown) => this.failures.push(String(error)));
      await pause(PAUSE);
    }
  }

  private write(path: string, body: object, key: string = randomUUID()): Promise<Answer> {
    return this.ask({
      role: 'admin',
      method: 'POST',
      path,
      body,
      headers: { 'idempotency-key': `"${key}"` },
    });
  }

  /** @throws Error on an answer that is neither a success nor a 503. */
  private async ask(call: Call): Promise<Answer> {
    for (;;) {
      const gateway = this.gateways[(this.turn += 1) % this.gateways.length] as Gateway;
      const answer = await this.askAt(gateway, call);
      if (answer !== undefined && answer.status < 300) return this.count(gateway, call, answer);
      if (answer !== undefined && answer.status !== 503)
        throw new Error(`${call.path}: ${answer.status} ${answer.text}`);
      if (this.over.waiting) throw new Error(`${call.path} stays unanswered: ${answer?.text}`);
      await pause(PAUSE);
    }
  }

  /** Undefined where the connection was refused or cut. */
  private async askAt(gateway: Gateway, { role, method = 'GET', path, body, headers }: Call) {
    const client = new Client(gateway, this.tokens[role]).once;
    const answer = client
      .call(method, path, { body, ...(headers !== undefined && { headers }) })
      .catch(() => undefined);
    const asked = { gateway, answer };
    this.underWay.add(asked);
    try {
      return await answer;
    } finally {
      this.underWay.delete(asked);
    }
  }

  private count(gateway: Gateway, { role, method }: Call, answer: Answer): Answer {
    const counts = this.answered.get(gateway);
    if (counts !== undefined && role === 'verify') counts.verifications += 1;
    else if (counts !== undefined && method === 'POST') counts.writes += 1;
    return answer;
  }
}

/** Only a webhook may get an event again. */
function note(seen: Seen, { subject }: PolledEvent, repeats: boolean): void {
  const versions = seen.get(subject.id) ?? [];
  seen.set(subject.id, versions);
  if (!repeats || !versions.includes(subject.version)) versions.push(subject.version);
}
