import { setImmediate } from 'node:timers/promises';
import { SLICE, processorTime } from '@service/platform/batching';

/** In each turn of its event loop, a process accepts one connection (libuv since 1.50). */
const TURNS = 16;

/**
 * Lets the event loop go round a few times: requests are accepted and answered, and events are folded. Where a turn takes long, it
 * goes round fewer times: what waits for this gets as much of the processor as all else.
 */
export async function letOthersRun(): Promise<void> {
  const until = processorTime() + SLICE;
  for (let turn = 0; turn < TURNS && (turn === 0 || processorTime() < until); turn += 1) await setImmediate();
}
