import type { TestService } from './service.js';

/** An answer as it arrived. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed body. */
  body: Body;
}

/** What tests look at in bodies of many shapes. */
// eslint-disable-next-line typescript/no-explicit-any
type Body = Record<string, any>;

export interface CallOptions {
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Calls one service over HTTP. */
export class Client {
  constructor(
    private readonly service: Pick<TestService, 'baseUrl'>,
    private readonly token?: string,
  ) {}

  /** The same service with another credential. */
  as(token: string): Client {
    return new Client(this.service, token);
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

  /** A body that is text already is sent as it is. */
  async call(method: string, path: string, { body, headers = {} }: CallOptions = {}): Promise<Answer> {
    const sent = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
    const response = await fetch(this.service.baseUrl + path, {
      method,
      headers: {
        ...(this.token === undefined ? {} : { authorization: `Bearer ${this.token}` }),
        ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(sent === undefined ? {} : { body: sent }),
    });
    const text = await response.text();
    const json = response.headers.get('content-type')?.startsWith('application/json') === true && text !== '';
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: json ? (JSON.parse(text) as Body) : {},
    };
  }
}
