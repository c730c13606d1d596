import { describe, expect, it } from '@jest/globals';
import { ServiceError, noteReplayed, wasReplayed } from '@service/contracts';
import type { Tracer } from '@service/platform/tracing';
import { FakeTracer, SPAN_CONTEXT } from '../testing/fake-tracer.js';
import { newCommand } from './new-command.js';
import { traceCommand } from './trace-command.js';

const command = () =>
  newCommand(
    'project.create',
    { name: 'A project' },
    { key: 'prj_1', project_id: 'prj_1', issued_by: 'crd_1', traceparent: '00-1-1-01' },
  );

describe('a command in a trace that is recorded', () => {
  it('is continued from the span of each hop, and says that its result is replayed', async () => {
    const tracer = new FakeTracer();
    const sent = command();
    const handled = await traceCommand(tracer, 'send', sent, async (traced) => {
      noteReplayed(traced);
      return traced;
    });
    expect(handled).toEqual({ ...sent, ...SPAN_CONTEXT });
    expect(tracer.begun).toEqual([{ start: { name: 'send project.create', kind: 'client' }, before: sent }]);
    expect([wasReplayed(sent), tracer.ends]).toEqual([true, [null]]);
  });

  it.each([
    [new ServiceError('record.not_found'), { type: 'record.not_found', isFailure: false }],
    [new ServiceError('service.unavailable'), { type: 'service.unavailable', isFailure: true }],
    [new TypeError('no'), { type: 'internal.error', isFailure: true }],
  ])('has a span that ends with its error: %s', async (error, end) => {
    const tracer = new FakeTracer();
    const handle = async () => {
      throw error;
    };
    await expect(traceCommand(tracer, 'handle', command(), handle)).rejects.toBe(error);
    expect(tracer.ends).toEqual([end]);
  });
});

it('a command without tracing, or in a trace that is not recorded, stays the same', async () => {
  const given = command();
  const none: Tracer = { enter: () => null, continue: () => null, follow: () => null };
  for (const tracer of [null, none])
    expect(await traceCommand(tracer, 'send', given, (traced) => Promise.resolve(traced))).toBe(given);
});
