import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds between two requests, and for an answer. */
const INTERVAL = 50;
const ANSWER_TIMEOUT = 2_000;

/**
 * Resolves once the broker has joined its cluster (before that it refuses to create topics) and has the topic
 * of consumers' offsets (without it clients log errors). Continues until `signal`.
 */
export async function waitUntilReady(host: string, port: number, signal: AbortSignal): Promise<void> {
  const isReady = async () => (await knowsItself(host, port)) && (await coordinatesGroups(host, port));
  while (!signal.aborted) {
    if (await isReady().catch(() => false)) return;
    await sleep(INTERVAL);
  }
}

// Requests are written by hand, because a client would retry and log by itself. Both begin with the API's
// number, its version, a correlation id and an empty client id.

/** Metadata 1 of no topic; the answer begins with the number of brokers. */
async function knowsItself(host: string, port: number): Promise<boolean> {
  const answer = await ask(host, port, ['0003', '0001', '00000001', '0000', '00000000'], 4);
  return answer.readInt32BE() > 0;
}

/** FindCoordinator 0 of the group `g`; the answer begins with an error code. */
async function coordinatesGroups(host: string, port: number): Promise<boolean> {
  const answer = await ask(host, port, ['000a', '0000', '00000001', '0000', '0001', '67'], 2);
  return answer.readInt16BE() === 0;
}

/** The first bytes of an answer after its length and correlation id. */
async function ask(host: string, port: number, words: string[], bytes: number): Promise<Buffer> {
  const question = Buffer.from(words.join(''), 'hex');
  const length = Buffer.alloc(4);
  length.writeInt32BE(question.length);
  const socket = connect({ port, host });
  try {
    socket.write(Buffer.concat([length, question]));
    let answer = Buffer.alloc(0);
    while (answer.length < 8 + bytes) {
      const signal = AbortSignal.timeout(ANSWER_TIMEOUT);
      const [more] = (await once(socket, 'data', { signal })) as [Buffer];
      answer = Buffer.concat([answer, more]);
    }
    return answer.subarray(8);
  } finally {
    socket.destroy();
  }
}
