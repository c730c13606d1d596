import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** An error of the service's registry, as a batch holds it for one item. */
export interface ItemError {
  error: { code: string; message: string; existing_id?: string };
}

/** Milliseconds between two attempts, and without any answer at all before giving up. */
const RETRY_AFTER = 500;
const PATIENCE = 60_000;
const REQUEST_TIMEOUT = 15_000;

/** What says that the service is away for a moment, or was when it should have answered. */
const PASSING_STATUS = [429, 502, 503, 504];

/** The service's HTTP API, asked again for as long as the service is away but not for ever. */
export class Service {
  /** Called when the service begins to be away and when it is back. */
  onAway: (sentence: string) => void = () => undefined;
  private answeredAt = performance.now();
  private away = false;
  private readonly baseUrl: string;
  private readonly token: string;

  constructor(baseUrl: string, token: string) {
    this.baseUrl = baseUrl;
    this.token = token;
  }

  get<Answer>(path: string): Promise<Answer> {
    return this.ask(path, { method: 'GET' });
  }

  /** A POST may have taken effect though its answer was lost: whatever is sent here can be sent again. */
  post<Answer>(path: string, body: object): Promise<Answer> {
    const headers = { 'content-type': 'application/json' };
    return this.ask(path, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  /** @throws Error when the service refuses, or stays away for longer than the patience. */
  async ask<Answer>(path: string, init: RequestInit): Promise<Answer> {
    for (;;) {
      const answer = await this.attempt(path, init);
      if (answer instanceof Response) {
        const body: unknown = await answer.json().catch(() => undefined);
        if (answer.ok && body !== undefined) {
          this.isBack();
          return body as Answer;
        }
        if (!answer.ok && !PASSING_STATUS.includes(answer.status)) {
          throw new Error(`${init.method} ${path} was refused: ${answer.status} ${JSON.stringify(body)}`);
        }
        await this.pause(`it answers ${answer.status}`);
      } else {
        await this.pause(answer);
      }
    }
  }

  /** Waits a little before something is asked again; @throws Error past the patience. */
  async pause(reason: string): Promise<void> {
    if (!this.away) {
      this.away = true;
      this.onAway(`The service at ${this.baseUrl} is away (${reason}); waiting.`);
    }
    if (performance.now() - this.answeredAt > PATIENCE) {
      const seconds = PATIENCE / 1_000;
      throw new Error(`The service at ${this.baseUrl} did not come back within ${seconds} s (${reason}).`);
    }
    await sleep(RETRY_AFTER);
  }

  /** The answer, or why there is none. */
  private async attempt(path: string, init: RequestInit): Promise<Response | string> {
    const headers = { ...init.headers, authorization: `Bearer ${this.token}` };
    const signal = AbortSignal.timeout(REQUEST_TIMEOUT);
    try {
      return await fetch(`${this.baseUrl}${path}`, { ...init, headers, signal });
    } catch (error) {
      const { code } = ((error as Error).cause ?? {}) as { code?: string };
      return code ?? (error as Error).message;
    }
  }

  private isBack(): void {
    this.answeredAt = performance.now();
    if (!this.away) return;
    this.away = false;
    this.onAway('The service is back.');
  }
}

/** The service that the environment names, with the token that its first start wrote down. */
export async function connectService(): Promise<Service> {
  const file = join(process.env['DATA_DIR'] ?? './data', 'bootstrap.json');
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Error(`${file} cannot be read; start the service first and set DATA_DIR as it has it.`);
  });
  const tokens = JSON.parse(text) as { development?: { admin?: string } };
  const token = tokens.development?.admin;
  if (token === undefined) throw new Error(`${file} has no token development.admin.`);
  return new Service(process.env['SERVICE_URL'] ?? 'http://127.0.0.1:3000', token);
}
