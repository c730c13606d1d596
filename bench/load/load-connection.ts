import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import type { LoadTarget } from './load.ts';

const HEAD_END = '\r\n\r\n';

/**
 * One keep-alive connection in a closed loop: the next request leaves when the answer before it is whole. It
 * reads as little of an answer as possible, because on two cores its work slows the server.
 */
export class LoadConnection {
  private readonly socket: Socket;
  private readonly request: Buffer;
  /** Positions in the request of a text of its own, and the length of that text, in bytes. */
  private readonly places: number[];
  private readonly placeBytes: number;
  private readonly answered: (milliseconds: number, status: number) => void;
  private sentAt = 0;
  private status = 0;
  /** Bytes of the answer's body that are still missing; -1 while its head is incomplete. */
  private remaining = -1;
  private head: Buffer = Buffer.alloc(0);
  private closed = false;

  constructor(
    port: number,
    { path, token, body, placeholder = '', headers = {} }: LoadTarget,
    answered: (milliseconds: number, status: number) => void,
  ) {
    this.answered = answered;
    const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    this.request = Buffer.from(
      `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: Bearer ${token}\r\n` +
        `${fields.join('')}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
    this.placeBytes = placeholder.length;
    this.places = placesOf(this.request, placeholder);
    this.socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.socket.on('connect', () => this.send());
    this.socket.on('data', (chunk) => this.take(chunk));
    this.socket.on('error', (error) => this.fail(error));
    this.socket.on('close', () => this.fail(new Error('The server closed a connection.')));
  }

  close(): void {
    this.closed = true;
    this.socket.destroy();
  }

  private send(): void {
    for (const place of this.places) {
      this.request.write(randomBytes(this.placeBytes / 2).toString('hex'), place, 'latin1');
    }
    this.sentAt = performance.now();
    this.socket.write(this.request);
  }

  private take(chunk: Buffer): void {
    let body = chunk.length;
    if (this.remaining === -1) {
      const bytes = this.head.length === 0 ? chunk : Buffer.concat([this.head, chunk]);
      const end = bytes.indexOf(HEAD_END);
      if (end === -1) {
        this.head = bytes;
        return;
      }
      const head = bytes.toString('latin1', 0, end);
      const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
      if (length === undefined) throw new Error('An answer has no Content-Length.');
      this.status = Number(head.slice(9, 12));
      this.remaining = Number(length);
      this.head = Buffer.alloc(0);
      body = bytes.length - end - HEAD_END.length;
    }
    this.remaining -= body;
    if (this.remaining > 0) return;
    this.remaining = -1;
    this.answered(performance.now() - this.sentAt, this.status);
    if (!this.closed) this.send();
  }

  private fail(error: Error): void {
    if (!this.closed) throw error;
  }
}

function placesOf(request: Buffer, placeholder: string): number[] {
  const places: number[] = [];
  if (placeholder === '') return places;
  for (let at = request.indexOf(placeholder); at !== -1; at = request.indexOf(placeholder, at + 1))
    places.push(at);
  return places;
}
