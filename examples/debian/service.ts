import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** An error of the service's registry, as a batch holds it for one item. */
export interface ItemError {
  error: { code: string; message: string; existing_id?: string };
}

/** Milliseconds between two attempts, how long they go on, and how long one may take. */
const RETRY_AFTER = 500;
const PATIENCE = 60_000;
const REQUEST_TIMEOUT = 15_000;

/** What says that the service, or what stands before it, is away for a moment. */
const PASSING_STATUS = [429, 502, 503, 504];

/** The service's HTTP API, asked again for as long as the service is away but not for ever. */
export class Service {
  /** Called when the service becomes unavailable and when it is back. */
  onChange: (sentence: string) => void = () => undefined;
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

  /** A POST may have taken effect although its answer was lost, so every request here must be safe to repeat. */
  post<Answer>(path: string, body: object): Promise<Answer> {
    const headers = { 'content-type': 'application/json' };
    return this.ask(path, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  /** Resolves once the service answers and lets the token in; @throws Error as everything here does. */
  async reach(): Promise<void> {
    await this.get('/v1/projects/current');
  }

  /** One answer or error for each record of a batch, in order; those that were unavailable are sent again. */
  async postRecords<Answer>(path: string, records: readonly object[]): Promise<(Answer | ItemError)[]> {
    const startedAt = performance.now();
    const { data } = await this.post<{ data: (Answer | ItemError)[] }>(path, { records });
    if (data.length !== records.length) throw new Error(`POST ${path} did not answer every record.`);
    for (;;) {
      const places = [...data.keys()].filter((place) => isUnavailable(data[place]));
      if (places.length === 0) return data;
      await pause(startedAt, `POST ${path} finds records unavailable`);
      const again = await this.post<{ data: (Answer | ItemError)[] }>(path, {
        records: places.map((place) => records[place]),
      });
      for (const [index, answer] of again.data.entries()) data[places[index] as number] = answer;
    }
  }

  /** @throws Error when the service refuses, or stays away for longer than the patience. */
  private async ask<Answer>(path: string, init: RequestInit): Promise<Answer> {
    const startedAt = performance.now();
    for (;;) {
      const outcome = await this.attempt<Answer>(path, init);
      if ('answer' in outcome) {
        if (this.away) this.onChange('The service is back.');
        this.away = false;
        return outcome.answer;
      }
      const reason = `The service at ${this.baseUrl} is away (${outcome.away})`;
      if (!this.away) this.onChange(`${reason}; waiting. SERVICE_URL or PORT name another address.`);
      this.away = true;
      await pause(startedAt, reason);
    }
  }

  /** The answer, or why there is none yet. */
  private async attempt<Answer>(
    path: string,
    init: RequestInit,
  ): Promise<{ answer: Answer } | { away: string }> {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${this.token}`);
    const signal = AbortSignal.timeout(REQUEST_TIMEOUT);
    let status: number;
    let text: string;
    try {
      const response = await fetch(`${this.baseUrl}${path}`, { ...init, headers, signal });
      status = response.status;
      // The connection may break within the body as well.
      text = await response.text();
    } catch (error) {
      const { code } = ((error as Error).cause ?? {}) as { code?: string };
      return { away: code ?? (error as Error).message };
    }
    if (PASSING_STATUS.includes(status)) return { away: `status ${status}` };
    if (status >= 300) throw new Error(`${init.method} ${path} was refused: ${status} ${text}`);
    return { answer: JSON.parse(text) as Answer };
  }
}

/** Waits a little before the next attempt; @throws Error once the attempts have gone on for too long. */
async function pause(startedAt: number, reason: string): Promise<void> {
  if (performance.now() - startedAt > PATIENCE) {
    throw new Error(`${reason}, for more than ${PATIENCE / 1_000} s.`);
  }
  await sleep(RETRY_AFTER);
}

function isUnavailable(answer: unknown): boolean {
  return (answer as Partial<ItemError> | undefined)?.error?.code === 'service.unavailable';
}

type Settings = Readonly<Record<string, string | undefined>>;

/** Where the environment says that the service is: `SERVICE_URL`, or this machine at `PORT`, as the service has it. */
export function addressOf({ SERVICE_URL, PORT }: Settings): string {
  return SERVICE_URL?.replace(/\/+$/, '') ?? `http://127.0.0.1:${PORT ?? '3000'}`;
}

/** The service that the environment names, with the token that its first start wrote down. */
export async function connectService({ DATA_DIR, ...address }: Settings): Promise<Service> {
  const file = join(DATA_DIR ?? './data', 'bootstrap.json');
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Error(`${file} cannot be read; start the service first and set DATA_DIR as it has it.`);
  });
  const tokens = JSON.parse(text) as { development?: { admin?: string } };
  const token = tokens.development?.admin;
  if (token === undefined) throw new Error(`${file} has no token development.admin.`);
  return new Service(addressOf(address), token);
}
