import { createHash } from 'node:crypto';
import type { Environment } from '@service/contracts';
import { request, type Agent } from 'node:http';
import { request as requestOverTls } from 'node:https';

/** An answer to a browser. */
export interface BrowserAnswer {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  text: string;
  // eslint-disable-next-line typescript/no-explicit-any
  body: Record<string, any>;
}

export interface BrowserCall {
  body?: unknown;
  project?: string;
  proof?: string;
  headers?: Record<string, string | undefined>;
}

/** What a page of the Console sends: its cookies, and the fields by which browsers say where a request comes from. */
export class ConsoleBrowser {
  readonly cookies = new Map<string, string>();
  readonly origin: string;
  readonly port: string;
  /** Of a connection that all requests take, or what it trusts; undefined for any connection. */
  readonly agent: Agent | undefined;

  /** @param how it reaches the service, where that is not `localhost` by http. */
  constructor(
    baseUrl: string,
    readonly environment: Environment = 'development',
    how: { origin?: string; agent?: Agent } = {},
  ) {
    this.port = new URL(baseUrl).port;
    this.origin = how.origin ?? `http://localhost:${this.port}`;
    this.agent = how.agent;
  }

  get root(): string {
    return `/console/${this.environment}`;
  }

  get(path: string, call: BrowserCall = {}): Promise<BrowserAnswer> {
    return this.call('GET', path, call);
  }

  post(path: string, body: unknown = {}, call: BrowserCall = {}): Promise<BrowserAnswer> {
    return this.call('POST', path, { ...call, body });
  }

  delete(path: string, call: BrowserCall = {}): Promise<BrowserAnswer> {
    return this.call('DELETE', path, call);
  }

  /** @param path below the Console’s API: `session`, `v1/records`; with a slash before it, of the service. */
  call(method: string, path: string, call: BrowserCall = {}): Promise<BrowserAnswer> {
    const { body, project, proof, headers = {} } = call;
    const text = body === undefined ? undefined : JSON.stringify(body);
    const fields = {
      host: new URL(this.origin).host,
      'sec-fetch-site': 'same-origin',
      ...(method === 'GET' ? {} : { origin: this.origin }),
      ...(text === undefined ? {} : { 'content-type': 'application/json' }),
      ...(this.cookies.size === 0 ? {} : { cookie: this.cookieHeader() }),
      ...(project === undefined ? {} : { 'service-project': project }),
      ...(proof === undefined ? {} : { 'service-step-up': proof }),
      ...headers,
    };
    const sent = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
    const target = path.startsWith('/') ? path : `${this.root}/api/${path}`;
    return new Promise((resolve, reject) => {
      const { agent, port } = this;
      const options = { host: '127.0.0.1', port, method, path: target, headers: sent, agent };
      const send = this.origin.startsWith('https:') ? requestOverTls : request;
      const asked = send(options, (answer) => {
        let received = '';
        answer.setEncoding('utf8').on('data', (part: string) => (received += part));
        answer.on('end', () => {
          this.keepCookies(answer.headers['set-cookie'] ?? []);
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            text: received,
            body: parsed(received),
          });
        });
      });
      asked.once('error', reject);
      asked.end(text);
    });
  }

  /** Sends a request with a proof of its own, as the pages do. @param answer makes the answer to the challenge. */
  async stepUp(
    method: string,
    path: string,
    call: BrowserCall,
    answer: (asked: BrowserAnswer['body']) => object,
  ): Promise<string> {
    const asked = await this.post('step-up/options', namedAct({ method, path, ...call }));
    const proven = await this.post('step-up', {
      challenge_id: asked.body['challenge_id'],
      ...answer(asked.body),
    });
    if (proven.status !== 200) throw new Error(`No proof: ${asked.text} ${proven.text}`);
    return String(proven.body['proof']);
  }

  private cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  private keepCookies(set: readonly string[]): void {
    for (const each of set) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(each) ?? [];
      if (/; Max-Age=0(?:;|$)/.test(each)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }
}

/** A call of a page, for which a proof is asked. */
export interface ActOfPage extends Pick<BrowserCall, 'body' | 'project'> {
  method: string;
  path: string;
}

/** An act as `step-up/options` takes it. */
export function namedAct({ method, path, project, body }: ActOfPage): object {
  const text = body === undefined ? '' : JSON.stringify(body);
  const body_digest = `sha256:${createHash('sha256').update(text).digest('hex')}`;
  return {
    method,
    path: path.startsWith('v1/') ? `/${path}` : `api/${path}`,
    project_id: project ?? null,
    body_digest,
  };
}

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
