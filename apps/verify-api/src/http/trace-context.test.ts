import { describe, expect, it } from '@jest/globals';
import { traceparentOf } from './trace-context.js';

const TRACE = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

describe('the trace context of a request', () => {
  it('is passed on unchanged', () => {
    expect(traceparentOf({ traceparent: TRACE })).toBe(TRACE);
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
    expect(traceparentOf(traceparent === undefined ? {} : { traceparent })).toBeNull();
  });
});
