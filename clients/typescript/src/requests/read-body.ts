import { ConnectionError } from './faults.js';

/** Bytes of the largest body that is read, decompressed: a few kilobytes can unfold to more than the memory holds. */
export const LARGEST_BODY = 64 * 1024 * 1024;

/** The whole body. @throws ConnectionError `unreadable` for one that is larger than any of the service. */
export async function readBody(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    size += part.value.byteLength;
    if (size > LARGEST_BODY) {
      await reader?.cancel();
      throw new ConnectionError('unreadable', `The answer has more than ${LARGEST_BODY} bytes.`);
    }
    chunks.push(part.value);
  }
  const body = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    body.set(chunk, at);
    at += chunk.byteLength;
  }
  return body;
}

/** The whole body as a text. @throws ConnectionError as `readBody`. */
export async function readText(response: Response): Promise<string> {
  return new TextDecoder().decode(await readBody(response));
}
