import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { CosigningRefused, type Witness } from '@service/evidence';

/** Bytes of a request. 63 hashes are 3 KiB; the rest is for signatures and extension lines of the checkpoint. */
const BODY_AT_MOST = 65_536;
const PATH = '/add-checkpoint';
/** Milliseconds. */
const REQUEST_TIMEOUT = 10_000;

/** Serves a witness over HTTP. C2SP tlog-witness, "add-checkpoint". */
export function witnessServer(witness: Witness): Server {
  const options = {
    requestTimeout: REQUEST_TIMEOUT,
    headersTimeout: REQUEST_TIMEOUT,
    keepAliveTimeout: 30_000,
  };
  const server = createServer(options, (request, response) => {
    void answer(witness, request, response);
  });
  server.maxConnections = 1_000;
  return server;
}

async function answer(witness: Witness, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    if (request.url !== PATH) return end(response, 404, 'There is nothing here.\n');
    if (request.method !== 'POST') {
      return end(response, 405, 'Send a checkpoint by POST.\n', { Allow: 'POST' });
    }
    const body = await readBody(request);
    if (body === null) return end(response, 413, 'The request is too long.\n', { Connection: 'close' });
    end(response, 200, await witness.addCheckpoint(decode(body)));
  } catch (error) {
    if (error instanceof CosigningRefused) return refuse(response, error);
    // The client closed the connection.
    if (request.destroyed && !request.complete) return;
    process.stderr.write(`A checkpoint could not be stored: ${String(error)}\n`);
    end(response, 500, 'The checkpoint could not be stored.\n');
  }
}

/** Reads the body; null where it is too long, without reading the rest. */
async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  // Leaving the loop must not close the connection before the answer.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > BODY_AT_MOST) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function decode(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    throw new CosigningRefused(400, 'The request is not UTF-8.');
  }
}

function refuse(response: ServerResponse, { status, message, size }: CosigningRefused): void {
  if (size === null) end(response, status, `${message}\n`);
  else end(response, status, `${size}\n`, { 'Content-Type': 'text/x.tlog.size' });
}

function end(
  response: ServerResponse,
  status: number,
  text: string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', ...headers }).end(text);
}
