import { PassThrough, type Readable } from 'node:stream';
import { agreedDate } from '@service/contracts';
import type { Change } from './live-topics.js';

/** Most bytes that wait for a slow reader; with more, it is cut off, and can continue from its cursor. */
const MOST_WAITING = 65_536;
/** Milliseconds after which a browser reconnects by itself. */
const RETRY = 2_000;

/** Why a stream ended. */
export type StreamEnd = 'stopping' | 'refused';

/** The server-sent events to one reader. */
export class LiveStream {
  private readonly output = new PassThrough({ highWaterMark: MOST_WAITING });

  /** @param onClosed called once, when the stream has ended or its reader has gone away. */
  constructor(onClosed: () => void) {
    this.output.once('close', onClosed);
    // A reader who goes away destroys the output: that is no failure to report.
    this.output.on('error', () => undefined);
  }

  get body(): Readable {
    return this.output;
  }

  /** Sends the message `ready`, with the stream’s topics and a cursor. */
  begin(topics: readonly string[], cursor: string): void {
    this.write(`retry: ${RETRY}\n${message('ready', { topics, time: agreedDate().toISOString() }, cursor)}`);
  }

  /** @param cursor null where the stream cannot be continued after this message, but only after a later one. */
  tell(change: Change, cursor: string | null): void {
    this.write(message('change', change, cursor));
  }

  /** Sends a comment, by which each side sees that the other is there. */
  beat(): void {
    this.write(': still here\n\n');
  }

  end(why: StreamEnd): void {
    if (!this.output.writableEnded) this.output.end(message('end', { why }, null));
  }

  private write(text: string): void {
    if (this.output.writableEnded || this.output.destroyed) return;
    this.output.write(text);
    if (this.output.writableLength + this.output.readableLength > MOST_WAITING) this.output.destroy();
  }
}

function message(event: string, data: object, cursor: string | null): string {
  const id = cursor === null ? '' : `id: ${cursor}\n`;
  return `${id}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
