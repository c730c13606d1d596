import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { PATH } from '../verify/verification.ts';
import { batchOf } from '../writes/registering.ts';

/** What a flood needs to know of the tenant that floods. */
export interface FloodTarget {
  port: number;
  /** As many as it takes to reach the limits of the project. */
  tokens: readonly string[];
  authorityId: string;
  records: readonly string[];
  /** Records with hundreds of elements. */
  long: readonly string[];
}

/** Counts an answer by its status. */
type Count = (status: string) => void;
type Flood = (target: FloodTarget, count: Count) => void;
type Asked = [method: string, path: string, body?: string];

/** Milliseconds until a connection that was closed is opened again. */
const REOPEN = 100;
/** Milliseconds for which a burning process lets nothing else of it happen. */
const BURN = 10;

/** Each goes on until its process ends. The first ones only use up cores: what they do to others is not the service's doing. */
export const FLOODS: Readonly<Record<string, Flood>> = {
  'one burning process': () => burn(),
  'two burning processes': () => burn(),
  'pipelined: 20,000 on a socket': (target, count) => pipeline(target, 0, 20_000, count),
  'pipelined: 100 on each of 50': (target, count) => each(50, (index) => pipeline(target, index, 100, count)),
  '2,000 idle sockets': ({ port }) =>
    each(2_000, (index) => hold(port, index % 2 === 0 ? '' : `POST ${PATH} HTTP/1.1\r\n`)),
  '24 unread answers of 15 MB': (target) =>
    each(24, (index) => hold(target.port, rawRequest(target, index, `${PATH}/batch`, longBatch(target)))),
  '200 bundles of 500 elements': (target, count) =>
    each(200, (index) => callers(target, index, count, () => ['GET', bundleOf(target, index)])),
  '64 callers of verifications': (target, count) =>
    each(64, (index) => callers(target, index, count, () => ['POST', PATH, verification(target, index)])),
  '64 callers of batches of 20': (target, count) =>
    each(64, (index) => callers(target, index, count, () => ['POST', `${PATH}/batch`, smallBatch(target)])),
  '200 callers of lists': (target, count) =>
    each(200, (index) => callers(target, index, count, () => ['GET', '/v1/records?limit=100'])),
  '64 callers of 10 registrations': (target, count) =>
    each(64, (index) =>
      callers(target, index, count, () => ['POST', '/v1/records/batch', newRecords(target)]),
    ),
};

const each = (count: number, work: (index: number) => unknown): void =>
  Array.from({ length: count }).forEach((_, index) => work(index));

const tokenOf = ({ tokens }: FloodTarget, index: number): string => tokens[index % tokens.length] as string;
const bundleOf = ({ long }: FloodTarget, index: number): string =>
  `/v1/records/${long[index % long.length]}/evidence`;
const verification = ({ records }: FloodTarget, index: number): string =>
  JSON.stringify({ record_id: records[index % records.length] });
const batchOfIds = (ids: readonly string[]): string =>
  JSON.stringify({ records: ids.map((record_id) => ({ record_id })) });
const longBatch = ({ long }: FloodTarget): string =>
  batchOfIds(Array.from({ length: 33 }, (_, index) => long[index % long.length] as string));

function smallBatch({ records }: FloodTarget): string {
  const from = Math.floor(Math.random() * (records.length - 20));
  return batchOfIds(records.slice(from, from + 20));
}

function newRecords({ authorityId }: FloodTarget): string {
  const { body, placeholder } = batchOf(10);
  return body
    .replaceAll('aut_example', authorityId)
    .replaceAll(placeholder, () => randomBytes(12).toString('hex'));
}

function burn(): void {
  for (const until = performance.now() + BURN; performance.now() < until;);
  setImmediate(burn);
}

/** One caller that asks again when it has its answer. */
async function callers(target: FloodTarget, index: number, count: Count, ask: () => Asked): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { authorization: `Bearer ${tokenOf(target, index)}`, 'content-type': 'application/json' };
  for (;;) {
    const [method, path, body] = ask();
    const status = await new Promise<string>((resolve) => {
      const options = { host: '127.0.0.1', port: target.port, method, path, headers, agent };
      const asked = request(options, (answer) => {
        answer.resume().once('close', () => resolve(String(answer.statusCode)));
      });
      asked.once('error', () => void pause(REOPEN).then(() => resolve('closed')));
      asked.end(body);
    });
    count(status);
  }
}

function rawRequest(target: FloodTarget, index: number, path: string, body: string): string {
  return (
    `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${tokenOf(target, index)}\r\n` +
    `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  );
}

/** Sends a number of verifications at once, and as many again when all are answered. */
function pipeline(target: FloodTarget, index: number, requests: number, count: Count): void {
  const all = rawRequest(target, index, PATH, verification(target, index)).repeat(requests);
  const socket = connect({ port: target.port, host: '127.0.0.1' });
  let open = requests;
  let rest = '';
  socket.setEncoding('latin1').on('data', (part: string) => {
    const text = rest + part;
    rest = text.slice(-11);
    for (const [, status] of text.matchAll(/HTTP\/1\.1 (\d{3})/g)) {
      open -= 1;
      count(status as string);
    }
    if (open > 0) return;
    open = requests;
    socket.write(all);
  });
  socket
    .once('error', () => undefined)
    .once('close', () => setTimeout(pipeline, REOPEN, target, index, requests, count));
  socket.write(all);
}

/** Keeps a connection on which nothing is read. */
function hold(port: number, text: string): void {
  const socket = connect({ port, host: '127.0.0.1' }).pause();
  socket.once('error', () => undefined).once('close', () => setTimeout(hold, REOPEN, port, text));
  socket.write(text);
}
