import { once } from 'node:events';
import { Readable, Writable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { endStalled } from './end-stalled.js';

/** Longer than any test lasts. */
const LONG = 600_000;

/** A text that is longer than any buffer, and a reader who takes the next part when `take` is called. */
function piped(patience: number) {
  const parts: (() => void)[] = [];
  const text = Readable.from(
    Array.from({ length: 8 }, () => 'a'.repeat(65_536)),
    { objectMode: false },
  );
  const reader = new Writable({ write: (_chunk, _encoding, taken) => void parts.push(taken) });
  endStalled(text, patience);
  text.pipe(reader);
  return { text, take: () => parts.shift()?.() };
}

describe('a stream', () => {
  it('ends where its reader takes nothing of it any more', async () => {
    const { text } = piped(1);
    await once(text, 'close');
    expect(text.readableEnded).toBe(false);
  });

  it('goes on for a slow reader, and to its end', async () => {
    const { text, take } = piped(LONG);
    await once(text, 'pause');
    const slowly = setInterval(take, 1);
    await once(text, 'end');
    clearInterval(slowly);
    expect(text.readableEnded).toBe(true);
  });
});
