import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A log that is served with the last byte of some resources changed. */
export class ChangedLog implements AsyncDisposable {
  private readonly server: Server = createServer((request, response) => {
    void this.answer((request.url ?? '').slice(1)).then(({ status, body }) =>
      response.writeHead(status).end(body),
    );
  });

  private constructor(
    private readonly original: string,
    private readonly changed: string,
  ) {}

  /**
   * @param original the address of the log, with a slash at its end.
   * @param changed how the names of the resources begin that are changed.
   */
  static async serve(original: string, changed: string): Promise<ChangedLog> {
    const log = new ChangedLog(original, changed);
    await new Promise<void>((resolve) => log.server.listen(0, '127.0.0.1', resolve));
    return log;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(name: string): Promise<{ status: number; body: Buffer }> {
    const answer = await fetch(this.original + name);
    const body = Buffer.from(await answer.arrayBuffer());
    const last = body.length - 1;
    if (name.startsWith(this.changed)) body.writeUInt8(body.readUInt8(last) ^ 1, last);
    return { status: answer.status, body };
  }
}
