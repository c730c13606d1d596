import { expect, it } from '@jest/globals';
import type { AttemptOutcome } from '../../sending/decide-outcome.js';
import { endedDeliveries } from './ended-deliveries.js';
import type { MadeAttempt, QueueResult } from './queue-result.js';

const entry = {
  seq: '1',
  delivery_id: 'dlv_1',
  event_id: 'evt_1',
  day: '2026-11-23',
  attempts: 0,
  first_attempt: 1,
  replay_id: null,
};

function resultOf(...ends: [AttemptOutcome['kind'], number | null][]): QueueResult {
  const attempts = ends.map(([outcome, status]): MadeAttempt => ({
    entry,
    project_id: 'prj_1',
    number: 1,
    began: 0,
    status,
    error: null,
    latency_ms: 12,
    answer: null,
    outcome,
    manual: false,
    unscheduled: false,
  }));
  const queue = {
    subscription_id: 'sub_1',
    queue_key: 'rec_1',
    lease_epoch: '1',
    failures: 0,
    by_request: false,
  };
  return { queue, attempts, again_in: 0, hold_for: null };
}

it('Each delivery that ended leaves a line, and an attempt that is retried leaves none', () => {
  const lines = endedDeliveries([resultOf(['acknowledged', 204], ['retry', 500]), resultOf()]);
  expect(lines).toEqual([
    {
      requestId: expect.stringMatching(/^req_/),
      projectId: 'prj_1',
      channel: 'events',
      actor: { type: 'service', id: 'webhook_dispatcher' },
      operation: 'deliveries.deliver',
      subjects: ['dlv_1', 'evt_1', 'sub_1', 'rec_1'],
      items: 1,
      status: 204,
      errorCode: null,
      duration: 12,
      client: null,
    },
  ]);
});

it.each<[AttemptOutcome['kind'], number | null, number]>([
  ['gone', 410, 410],
  ['exhausted', 404, 404],
  ['exhausted', 503, 503],
  ['exhausted', 302, 502],
  ['exhausted', 200, 502],
  ['exhausted', null, 502],
])('A delivery that is %s after the status %s has the status %s', (outcome, status, shown) => {
  expect(endedDeliveries([resultOf([outcome, status])])).toMatchObject([{ status: shown }]);
});
