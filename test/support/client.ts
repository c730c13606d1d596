import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { TestService } from './service.js';

/** An answer as it arrived. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed body. */
  body: Body;
}

/** A parsed body of any shape. */
// eslint-disable-next-line typescript/no-explicit-any
type Body = Record<string, any>;

export interface CallOptions {
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

const TOKEN = 'Service-Consistency-Token';
const KEY = 'Idempotency-Key';

/** Milliseconds that a write waits for the views of its gateway before it answers anyway, less what timers differ by. */
const WAITED = 950;

/** Milliseconds for views to show a write, on a machine that does other things as well. */
const PATIENCE = 20_000;

/** How often a request is repeated after a 503. */
const REPEATS = 3;

/** Paths that show a write; the first two wait for the tables of lists as well. */
const READS = ['/v1/records?limit=1', '/v1/projects?limit=1', '/v1/projects/current'];

/** Calls one service over HTTP. A write resolves only when the answering gateway shows it, so the next call finds it. */
export class Client {
  constructor(
    private readonly service: Pick<TestService, 'baseUrl'> & Partial<Pick<TestService, 'distributed'>>,
    private readonly token?: string,
    private readonly repeats = service.distributed === true ? REPEATS : 0,
    private readonly waits = true,
  ) {}

  /** The same service with another credential. */
  as(token: string): Client {
    return new Client(this.service, token, this.repeats, this.waits);
  }

  /** The same, for what a 503 is expected of: it repeats nothing, and waits for no view, which may never show a write. */
  get once(): Client {
    return new Client(this.service, this.token, 0, false);
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.call('GET', path, { headers });
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.call('POST', path, { body, headers });
  }

  patch(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.call('PATCH', path, { body, headers });
  }

  /**
   * A text is sent unchanged as the body. What a service of several processes answers with 503 is repeated as the docs
   * tell clients to: a machine that stands still for seconds lets commands and views be late. In one process nothing
   * excuses a 503.
   */
  async call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    if (this.repeats === 0) return this.ask(method, path, options);
    const headers = new Headers(options.headers);
    if (method === 'POST' && !headers.has(KEY)) headers.set(KEY, `"${randomUUID()}"`);
    const repeatable = { ...options, headers: Object.fromEntries(headers) };
    for (let repeats = 0; ; repeats += 1) {
      const answer = await this.ask(method, path, repeatable);
      if (answer.status !== 503 || repeats === this.repeats) return answer;
      await pause(Number(answer.headers.get('retry-after')) * 1_000);
    }
  }

  private async ask(method: string, path: string, { body, headers = {} }: CallOptions): Promise<Answer> {
    const sent = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
    const asked = performance.now();
    const response = await fetch(this.service.baseUrl + path, {
      method,
      headers: {
        ...this.authorization(),
        ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(sent === undefined ? {} : { body: sent }),
    });
    const text = await response.text();
    const written = response.headers.get(TOKEN);
    if (this.waits && written !== null && performance.now() - asked > WAITED) await this.untilShown(written);
    const json = response.headers.get('content-type')?.startsWith('application/json') === true && text !== '';
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: json ? (JSON.parse(text) as Body) : {},
    };
  }

  /** Waits like an SDK: requests with the token are answered with 503 until the views show the write. It does not wait
   *  for a caller without read rights or for a stopped service. */
  private async untilShown(token: string): Promise<void> {
    const deadline = performance.now() + PATIENCE;
    for (const path of READS) {
      const ask = async (): Promise<number | undefined> => {
        const headers = { ...this.authorization(), [TOKEN]: token };
        const response = await fetch(this.service.baseUrl + path, { headers }).catch(() => undefined);
        await response?.body?.cancel();
        return response?.status;
      };
      let status = await ask();
      while (status === 503 && performance.now() < deadline) {
        await pause(100);
        status = await ask();
      }
      if (status !== 403) return;
    }
  }

  private authorization(): Record<string, string> {
    return this.token === undefined ? {} : { authorization: `Bearer ${this.token}` };
  }
}
