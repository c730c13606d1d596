import { createServer, type AddressInfo, type Server } from 'node:net';
import { once } from 'node:events';

/** The requested receivers: endpoints that answer at once, and endpoints that never do. */
export interface ReceiverRequest {
  answering: number;
  hanging: number;
}

/** What to do with the events received: forget them, count them, or list each with its time. */
export type ReceiverQuestion = 'forget' | 'count' | 'arrivals';

/** When an event came, in milliseconds since 1970. */
export type Arrival = [eventId: string, at: number];

const ANSWER = Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
const LENGTH = Buffer.from('content-length: ', 'latin1');
const END = Buffer.from('\r\n\r\n');
const EVENT = Buffer.from('Service-Event-Id: ', 'latin1');

let count = 0;
let arrivals: Arrival[] = [];

// The least that a receiver does: finds where a request ends and answers. Its own cost is small beside the sender's.
process.on('message', (message: ReceiverRequest | ReceiverQuestion) => {
  if (message === 'forget') {
    count = 0;
    arrivals = [];
  } else if (message === 'count') process.send?.(count);
  else if (message === 'arrivals') process.send?.(arrivals);
  else void listen(message);
});

async function listen({ answering, hanging }: ReceiverRequest): Promise<void> {
  const servers = [
    ...Array.from({ length: answering }, () => receiver(true)),
    ...Array.from({ length: hanging }, () => receiver(false)),
  ];
  const ports = servers.map(async (server) => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  });
  process.send?.(await Promise.all(ports));
}

function receiver(answers: boolean): Server {
  return createServer((socket) => {
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    if (!answers) {
      socket.resume();
      return;
    }
    let rest: Buffer = Buffer.alloc(0);
    socket.on('data', (bytes: Buffer) => {
      rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
      for (let end = requestEnd(rest); end > 0; end = requestEnd(rest)) {
        const at = rest.indexOf(EVENT);
        const from = at + EVENT.length;
        count += 1;
        arrivals.push([
          rest.toString('latin1', from, rest.indexOf(13, from)),
          performance.timeOrigin + performance.now(),
        ]);
        rest = rest.subarray(end);
        socket.write(ANSWER);
      }
    });
  });
}

/** Where the first request ends; 0 where it is not all there. */
function requestEnd(bytes: Buffer): number {
  const head = bytes.indexOf(END);
  if (head < 0) return 0;
  const at = bytes.indexOf(LENGTH);
  if (at < 0 || at > head) return 0;
  const from = at + LENGTH.length;
  const end = head + END.length + Number(bytes.toString('latin1', from, bytes.indexOf(13, from)));
  return bytes.length < end ? 0 : end;
}
