import { describe, expect, it } from '@jest/globals';
import { isSampled, readTraceContext, spanIdOf, traceIdOf } from './trace-context.js';

const TRACE = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

describe('a trace context', () => {
  it('has the ids of a trace and of a span, and says whether they are recorded', () => {
    const read = readTraceContext({ traceparent: TRACE, tracestate: 'vendor=1,t@other=a b' });
    expect(read).toEqual({ traceparent: TRACE, tracestate: 'vendor=1,t@other=a b' });
    expect([traceIdOf({ traceparent: TRACE }), spanIdOf({ traceparent: TRACE })]).toEqual([
      '4bf92f3577b34da6a3ce929d0e0e4736',
      '00f067aa0ba902b7',
    ]);
    expect(isSampled({ traceparent: TRACE })).toBe(true);
    expect(isSampled({ traceparent: TRACE.replace(/01$/, '02') })).toBe(false);
    expect(isSampled({ traceparent: TRACE.replace(/01$/, '03') })).toBe(true);
  });

  it.each([
    ['none', undefined],
    ['several', `${TRACE}, ${TRACE}`],
    ['upper case', TRACE.toUpperCase()],
    ['a trace id of zeros', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`],
    ['a span id of zeros', `00-4bf92f3577b34da6a3ce929d0e0e4736-${'0'.repeat(16)}-01`],
    ['version ff', TRACE.replace('00', 'ff')],
    ['text that would forge a log line', `${TRACE}\nx`],
  ])('is ignored if it is %s', (_, traceparent) => {
    expect(readTraceContext(traceparent === undefined ? {} : { traceparent })).toBeNull();
  });

  it.each([
    ['none', null],
    ['empty', ''],
    ['without a value', 'vendor'],
    ['of an upper-case key', 'Vendor=1'],
    ['longer than 512 characters', `a=${'x'.repeat(256)},b=${'x'.repeat(256)}`],
    ['of more than 32 members', Array.from({ length: 33 }, (_, index) => `k${index}=1`).join()],
    ['text that would forge a log line', 'vendor=1\nx=2'],
  ])('loses a tracestate that is %s', (_, tracestate) => {
    expect(readTraceContext({ traceparent: TRACE, tracestate })).toEqual({
      traceparent: TRACE,
      tracestate: null,
    });
  });

  it('has no tracestate without a traceparent', () => {
    expect(readTraceContext({ traceparent: 'x', tracestate: 'vendor=1' })).toBeNull();
  });
});
