import type { Finding } from '@service/evidence';
import { environment } from '../api/place.js';
import { serverClock } from '../api/server-time.js';
import { reloadOnce } from '../frame/reload-once.js';
import type { Ask, Reply, TaskName, Tasks } from './messages.js';
// Vite resolves this URL.
// oxlint-disable-next-line import/default
import workerUrl from './worker.ts?worker&url';

interface Listeners {
  onCheck?: (finding: Finding) => void;
  onProgress?: (done: number, of: number) => void;
}

interface Waiting extends Listeners {
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
}

const waiting = new Map<number, Waiting>();
let worker: Worker | null = null;
let asked = 0;

/** Runs a task of the worker; checks and progress are reported as they arrive. */
export function verifier<Name extends TaskName>(
  name: Name,
  asks: Tasks[Name]['asks'],
  listeners: Listeners = {},
): Promise<Tasks[Name]['answers']> {
  worker ??= start();
  asked += 1;
  const id = asked;
  const ask: Ask = { id, name, asks, now: serverClock.read() };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
  worker.postMessage(ask);
  return new Promise((resolve, reject) => {
    waiting.set(id, { ...listeners, resolve: resolve as (result: unknown) => void, reject });
  });
}

/** The page’s policy lets a worker start from one address alone. */
function start(): Worker {
  const started = new Worker(trusted(workerUrl), { type: 'module', name: environment });
  let hasStarted = false;
  started.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
    hasStarted = true;
    hear(data);
  });
  started.addEventListener('error', () => {
    worker = null;
    // Its script may be of an earlier build.
    if (!hasStarted && reloadOnce()) return;
    for (const { reject } of waiting.values()) reject(new Error('The verifier could not be started.'));
    waiting.clear();
  });
  return started;
}

function hear(reply: Reply): void {
  const one = waiting.get(reply.id);
  if (one === undefined) return;
  switch (reply.kind) {
    case 'check':
      return one.onCheck?.(reply.finding);
    case 'progress':
      return one.onProgress?.(reply.done, reply.of);
    case 'result':
      waiting.delete(reply.id);
      return one.resolve(reply.result);
    case 'error':
      waiting.delete(reply.id);
      return one.reject(new Error(reply.message));
  }
}

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ): { createScriptURL(address: string): string };
}

let policy: { createScriptURL(address: string): string } | undefined;

/** Browsers with Trusted Types refuse any address that no policy made. A policy can be created only once. */
function trusted(address: string): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  policy ??= trustedTypes?.createPolicy('console-worker', {
    createScriptURL(wanted) {
      if (wanted === workerUrl) return wanted;
      throw new TypeError('No other worker is started.');
    },
  });
  return policy?.createScriptURL(address) ?? address;
}
