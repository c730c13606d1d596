import { once } from 'node:events';
import { Agent, request, type RequestOptions } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { KubernetesObject, List } from './kinds.ts';

/** How to reach the API server. */
export interface Access {
  readonly server: string;
  readonly token: string;
  /** Certificate of its authority, in PEM. */
  readonly ca: string;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What the API server refused. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** A change that a watch reports. */
interface Change<T> {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';
  readonly object: T;
}

/** Milliseconds until a watch that ended is started again. */
const PAUSE = 300;

/** A client of the Kubernetes API. */
export class KubernetesApi {
  private readonly access: Access;
  private readonly agent: Agent;

  constructor(access: Access) {
    this.access = access;
    this.agent = new Agent({ keepAlive: true, ca: access.ca });
  }

  /**
   * Sends a request; a PATCH is a strategic merge.
   * @throws ApiError where the server refuses it.
   */
  async ask<T>(method: Method, path: string, body?: unknown): Promise<T> {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const response = await this.send(path, { method }, text);
    const answer = await readAll(response);
    const status = response.statusCode ?? 0;
    if (status < 300) return JSON.parse(answer) as T;
    throw new ApiError(status, `${method} ${path} answers ${status}: ${answer.slice(0, 500)}`);
  }

  /** Undefined where there is none. */
  async find<T>(path: string): Promise<T | undefined> {
    try {
      return await this.ask<T>('GET', path);
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return undefined;
      throw error;
    }
  }

  /**
   * Calls back with all objects of a path, by uid, now and after each change. Resolves once it has called back for the
   * first time, and goes on until the signal.
   * @param query such as `fieldSelector=...`.
   */
  async follow<T extends KubernetesObject>(
    path: string,
    query: string,
    signal: AbortSignal,
    onChange: (objects: ReadonlyMap<string, T>) => void,
  ): Promise<void> {
    let started: () => void = () => undefined;
    const first = new Promise<void>((resolve) => (started = resolve));
    const round = async () => {
      const list = await this.ask<List<T>>('GET', `${path}?${query}`);
      const objects = new Map(list.items.map((item) => [String(item.metadata.uid), item]));
      onChange(objects);
      started();
      await this.watch<T>(path, query, list.metadata.resourceVersion, signal, ({ type, object }) => {
        if (type === 'DELETED') objects.delete(String(object.metadata.uid));
        else objects.set(String(object.metadata.uid), object);
        onChange(objects);
      });
    };
    void (async () => {
      while (!signal.aborted) {
        await round().catch(() => undefined);
        await sleep(PAUSE);
      }
    })();
    await first;
  }

  /** Resolves when the watch ends, also after an error; the next watch begins with a new list. */
  private async watch<T extends KubernetesObject>(
    path: string,
    query: string,
    from: string,
    signal: AbortSignal,
    onChange: (change: Change<T>) => void,
  ): Promise<void> {
    const parameters = `${query}&watch=1&resourceVersion=${from}`;
    const response = await this.send(`${path}?${parameters}`, { method: 'GET', signal, agent: false });
    let rest = '';
    for await (const chunk of response.setEncoding('utf8')) {
      const lines = (rest + String(chunk)).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const change = JSON.parse(line) as Change<T>;
        if (change.type === 'ERROR') return;
        if (change.type !== 'BOOKMARK') onChange(change);
      }
    }
  }

  private async send(path: string, options: RequestOptions, text?: string): Promise<IncomingMessage> {
    const { server, token, ca } = this.access;
    const type = options.method === 'PATCH' ? 'application/strategic-merge-patch+json' : 'application/json';
    const asking = request(new URL(path, server), {
      agent: this.agent,
      ca,
      ...options,
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        ...(text !== undefined && { 'content-type': type, 'content-length': Buffer.byteLength(text) }),
      },
    });
    asking.end(text);
    const [response] = (await once(asking, 'response')) as [IncomingMessage];
    // An aborted watch ends within a message; its reader sees the end.
    response.on('error', () => undefined);
    asking.on('error', () => undefined);
    return response;
  }
}

async function readAll(response: IncomingMessage): Promise<string> {
  let all = '';
  for await (const chunk of response.setEncoding('utf8')) all += String(chunk);
  return all;
}
