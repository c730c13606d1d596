import { request } from 'node:http';
import { eventually } from '@service/testing';
import { expect } from '@jest/globals';
import type { ConsoleBrowser } from './console-browser.js';

/** An event of a stream. */
interface Message {
  event: string;
  id: string | null;
  // eslint-disable-next-line typescript/no-explicit-any
  data: Record<string, any>;
}

/** A stream of changes as a page of the Console reads it. */
export class ConsoleStream {
  readonly messages: Message[] = [];
  status = 0;
  headers: NodeJS.Dict<string | string[]> = {};
  endedAt: number | null = null;
  private rest = '';
  private readonly asked;

  constructor(browser: ConsoleBrowser, query: string, lastEventId?: string) {
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const { port, agent } = browser;
    const headers = {
      host: new URL(browser.origin).host,
      cookie,
      accept: 'text/event-stream',
      'sec-fetch-site': 'same-origin',
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    };
    const path = `${browser.root}/api/stream?${query}`;
    this.asked = request({ host: '127.0.0.1', port, path, headers, agent }, (answer) => {
      this.status = answer.statusCode ?? 0;
      this.headers = answer.headers;
      answer.setEncoding('utf8').on('data', (part: string) => this.take(part));
      answer.once('close', () => (this.endedAt = performance.now()));
    });
    this.asked.once('error', () => (this.endedAt = performance.now()));
    this.asked.end();
  }

  close(): void {
    this.asked.destroy();
  }

  async opened(): Promise<string> {
    await eventually(() => expect(this.of('ready')).toHaveLength(1));
    return String(this.of('ready')[0]?.id);
  }

  of(event: string): Message[] {
    return this.messages.filter((message) => message.event === event);
  }

  changes(topic: string): Message['data'][] {
    return this.of('change')
      .map(({ data }) => data)
      .filter((data) => data['topic'] === topic);
  }

  private take(part: string): void {
    const blocks = (this.rest + part).split('\n\n');
    this.rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = new Map(block.split('\n').map((line) => line.split(/: (.*)/s) as [string, string]));
      const data = fields.get('data');
      if (data === undefined) continue;
      const event = fields.get('event') ?? 'message';
      this.messages.push({ event, id: fields.get('id') ?? null, data: JSON.parse(data) as Message['data'] });
    }
  }
}
