import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** Answers by name: addresses as bytes, or the code of a failure (RFC 1035, section 4.1.1). */
export type Zone = Readonly<Record<string, { a?: number[][]; aaaa?: number[][]; failure?: number }>>;

const TYPES = new Map<number, 'a' | 'aaaa'>([
  [1, 'a'],
  [28, 'aaaa'],
]);
const NO_SUCH_NAME = 3;

/** A name server on the loopback address. RFC 1035. */
export async function nameServer(zone: Zone): Promise<AsyncDisposable & { address: string }> {
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => socket.send(answerTo(query, zone), from.port, from.address));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    async [Symbol.asyncDispose]() {
      socket.close();
      await once(socket, 'close');
    },
  };
}

function answerTo(query: Buffer, zone: Zone): Buffer {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const question = query.subarray(12, at + 5);
  const type = TYPES.get(query.readUInt16BE(at + 1));
  const known = zone[labels.join('.').toLowerCase()];
  const data = (type === undefined ? undefined : known?.[type]) ?? [];
  const code = known === undefined ? NO_SUCH_NAME : (known.failure ?? 0);
  const header = Buffer.alloc(12);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180 | code, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(data.length, 6);
  const records = data.flatMap((bytes) => {
    // The question's name, its type, class IN and a time to live of zero.
    const record = Buffer.from([0xc0, 12, 0, type === 'a' ? 1 : 28, 0, 1, 0, 0, 0, 0, 0, bytes.length]);
    return [record, Buffer.from(bytes)];
  });
  return Buffer.concat([header, question, ...records]);
}
