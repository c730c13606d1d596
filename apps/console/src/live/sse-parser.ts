/** A message of a stream of server-sent events. */
export interface StreamMessage {
  event: string;
  data: string;
  /** The id from which the stream continues after this message; without its own, an earlier message's. */
  id: string;
}

/** Reads server-sent events (WHATWG HTML, section 9.2) from pieces of text, which may end anywhere. */
export class SseParser {
  private rest = '';
  private event = '';
  private data: string[] = [];
  private id = '';

  /** Adds a piece. @returns the messages that it completes. */
  push(piece: string): StreamMessage[] {
    const lines = (this.rest + piece).split(/\r\n|\n|\r(?!$)/);
    this.rest = lines.pop() ?? '';
    return lines.flatMap((line) => this.take(line));
  }

  private take(line: string): StreamMessage[] {
    if (line === '') return this.dispatch();
    const colon = line.indexOf(':');
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'event') this.event = value;
    else if (name === 'data') this.data.push(value);
    else if (name === 'id' && !value.includes('\0')) this.id = value;
    return [];
  }

  private dispatch(): StreamMessage[] {
    const { event, data, id } = this;
    this.event = '';
    this.data = [];
    return data.length === 0 ? [] : [{ event: event === '' ? 'message' : event, data: data.join('\n'), id }];
  }
}
