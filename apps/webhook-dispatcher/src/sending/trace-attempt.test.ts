import { expect, it } from '@jest/globals';
import type { SpanError, TraceCarrier, Tracer } from '@service/platform/tracing';
import type { AttemptResult, DeliveryAttempt } from './delivery-attempt.js';
import { traceAttempt } from './trace-attempt.js';

const attempt: DeliveryAttempt = {
  url: 'https://receiver.example/prj_1',
  event_id: 'evt_1',
  body: '{}',
  secrets: [],
  at: new Date(0),
};
const ACKNOWLEDGED: AttemptResult = {
  status: 200,
  error: null,
  retry_after_ms: null,
  latency_ms: 1,
  answer: '',
};
const traced = { event: { traceparent: '00-1-1-01' }, deliveryId: 'dlv_1', number: 2 };

/** Makes an attempt that ends so; answers what was sent, and what its span knows. */
async function attempted(result: AttemptResult) {
  const sent: DeliveryAttempt[] = [];
  const known: { causes: readonly TraceCarrier[]; attributes: object; end: SpanError | null }[] = [];
  const tracer: Tracer = {
    enter: () => null,
    continue: () => null,
    follow: (_, causes) => {
      let attributes = {};
      return {
        context: { traceparent: '00-2-2-01', tracestate: null },
        traceId: '2',
        set: (more) => void (attributes = { ...attributes, ...more }),
        end: (end = null) => void known.push({ causes, attributes, end }),
      };
    },
  };
  const sender = {
    send: async (each: DeliveryAttempt) => {
      sent.push(each);
      return result;
    },
  };
  expect(await traceAttempt(tracer, traced, sender, attempt)).toBe(result);
  return { sent, known };
}

it('an attempt has a trace of its own, which the endpoint gets, with a link to its event', async () => {
  const { sent, known } = await attempted(ACKNOWLEDGED);
  expect(sent).toEqual([{ ...attempt, traceparent: '00-2-2-01' }]);
  const attributes = {
    'http.request.method': 'POST',
    'http.response.status_code': 200,
    'rvs.attempt': 2,
    'rvs.delivery_id': 'dlv_1',
    'rvs.event_id': 'evt_1',
  };
  expect(known).toEqual([{ causes: [traced.event], attributes, end: null }]);
});

it.each<[Partial<AttemptResult>, SpanError]>([
  [{ status: 500 }, { type: '500', isFailure: true }],
  [
    { status: null, error: 'timeout' },
    { type: 'timeout', isFailure: true },
  ],
  [{ error: 'closed_early' }, { type: 'closed_early', isFailure: true }],
  // Its status counts.
  [{ error: 'answer_too_large' }, { type: 'answer_too_large', isFailure: false }],
])('an attempt that ends with %j has an error', async (change, end) => {
  const { known } = await attempted({ ...ACKNOWLEDGED, ...change });
  expect(known[0]?.end).toEqual(end);
});

it('an attempt without tracing is sent as it is', async () => {
  const sent: DeliveryAttempt[] = [];
  const send = async (each: DeliveryAttempt) => {
    sent.push(each);
    return ACKNOWLEDGED;
  };
  await traceAttempt(null, traced, { send }, attempt);
  expect(sent[0]).toBe(attempt);
});
