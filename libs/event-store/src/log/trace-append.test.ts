import { expect, it } from '@jest/globals';
import type { SpanError, Tracer } from '@service/platform/tracing';
import type { Append, AppendResult } from './events.js';
import { traceAppend } from './trace-append.js';

const CONTEXT = { traceparent: '00-1-2-01', tracestate: null };
const append: Append = { streams: [], events: [], claims: [], traceparent: '00-1-1-01' };

/** What a traced append ends with. */
async function endOf(
  submit: (append: Append) => Promise<AppendResult>,
): Promise<SpanError | null | undefined> {
  const ends: (SpanError | null)[] = [];
  const span = {
    context: CONTEXT,
    traceId: '1',
    set: () => undefined,
    end: (error: SpanError | null = null) => void ends.push(error),
  };
  const tracer: Tracer = { enter: () => null, continue: () => span, follow: () => null };
  await traceAppend(tracer, 'log', append, submit).catch(() => undefined);
  expect(ends).toHaveLength(1);
  return ends[0];
}

it('an append has a span, from which its events continue the trace', async () => {
  const submitted: Append[] = [];
  const end = await endOf(async (traced) => {
    submitted.push(traced);
    return { appended: true };
  });
  expect([submitted, end]).toEqual([[{ ...append, ...CONTEXT }], null]);
});

it('a conflict is no failure, and an error is one', async () => {
  const conflict = { kind: 'version', stream_id: 'a', actual: 2 } as const;
  expect(await endOf(async () => ({ appended: false, conflict }))).toEqual({
    type: 'version',
    isFailure: false,
  });
  expect(await endOf(async () => ({ appended: false, conflict: 'deadline' }))).toMatchObject({
    type: 'deadline',
  });
  expect(await endOf(() => Promise.reject(new Error('away')))).toEqual({ type: 'append', isFailure: true });
});
