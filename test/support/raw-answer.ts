import { request, type IncomingHttpHeaders } from 'node:http';

/** An answer as it came over the wire. */
export interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Sends a request without a body. `fetch` would ask for codings itself, and decode. */
export function readRaw(
  url: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    request(url, { method, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => {
          const { statusCode: status = 0, headers: fields } = answer;
          resolve({ status, headers: fields, body: Buffer.concat(chunks) });
        });
    })
      .on('error', reject)
      .end();
  });
}
