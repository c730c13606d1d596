import { setImmediate } from 'node:timers/promises';

/** In each turn of its event loop, a process accepts one connection (libuv since 1.50). */
const TURNS = 16;

/** Lets the event loop go round a few times: requests are accepted and answered, and events are folded. */
export async function letOthersRun(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await setImmediate();
}
