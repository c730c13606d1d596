import { createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { Pool } from 'undici';

/** What the bare loop posts. */
export interface BareRequest {
  ports: number[];
  body: string;
  posts: number;
  /** Requests under way at a time at each port. */
  perPort: number;
  /** Whether each is signed by Ed25519 as well, as the dispatcher does. */
  asymmetric: boolean;
}

const signAside = promisify(sign);

// What any dispatcher does at the least: two HMACs and a post for each delivery, and nothing stored.
process.once('message', (request: BareRequest) => {
  void post(request).then((seconds) => process.send?.(seconds));
});

async function post({ ports, body, posts, perPort, asymmetric }: BareRequest): Promise<number> {
  const key = asymmetric ? generateKeyPairSync('ed25519').privateKey : null;
  const pools = ports.map((port) => new Pool(`http://127.0.0.1:${port}`));
  let left = posts;
  const startedAt = performance.now();
  const callers = pools.flatMap((pool) =>
    Array.from({ length: perPort }, async () => {
      while (left > 0) {
        left -= 1;
        const id = `evt_${String(left).padStart(26, '0')}`;
        const time = new Date().toISOString();
        const ours = createHmac('sha256', 'whsec_').update(`${id}.${time}.${body}`).digest('hex');
        const standard = createHmac('sha256', 'key').update(`${id}.${Date.now()}.${body}`).digest('base64');
        const { body: answer } = await pool.request({
          path: '/',
          method: 'POST',
          headers: {
            'Content-Type': 'application/json',
            'Service-Signature': `sha256=${ours}`,
            'Service-Event-Id': id,
            'Service-Timestamp': time,
            'webhook-signature': `v1,${standard}${key === null ? '' : ` v1a,${await signatureOf(key, id + time + body)}`}`,
          },
          body,
        });
        await answer.dump();
      }
    }),
  );
  await Promise.all(callers);
  const seconds = (performance.now() - startedAt) / 1_000;
  await Promise.all(pools.map((pool) => pool.close()));
  return seconds;
}

async function signatureOf(key: KeyObject, content: string): Promise<string> {
  return (await signAside(null, Buffer.from(content), key)).toString('base64');
}
