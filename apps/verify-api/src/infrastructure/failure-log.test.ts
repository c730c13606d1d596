import { beforeEach, describe, expect, it } from '@jest/globals';
import { ServiceError, UnavailableError } from '@service/contracts';
import { DatabaseUnavailableError } from '@service/platform/postgres';
import { createLogger } from '@service/platform/logging';
import type { Call } from '../interface/call.js';
import { settleEach } from '../owners/settle-each.js';
import { errorBody } from '../admission/error-body.js';
import { FailureLog } from './failure-log.js';

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const trace = { traceparent: `00-${TRACE_ID}-00f067aa0ba902b7-00` };
const REQUEST = { id: 'req_1', operation: 'records.verify', trace };
const behind = new UnavailableError({ cause: 'view_behind', view: 'records', behind_ms: 5_001 });

let lines: Record<string, unknown>[];
let failures: FailureLog;

beforeEach(() => {
  lines = [];
  const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>);
  failures = new FailureLog(createLogger('info', { write }), { failed: () => undefined });
});

describe('a request that is answered as service.unavailable', () => {
  it('has a line with its id and its trace, its operation and the cause, which the answer does not tell', () => {
    failures.answered(REQUEST, behind);
    expect(lines).toMatchObject([
      {
        level: 'warn',
        request_id: 'req_1',
        trace_id: TRACE_ID,
        operation: 'records.verify',
        why: { cause: 'view_behind', view: 'records', behind_ms: 5_001 },
      },
    ]);
    const { error } = errorBody(behind, 'req_1');
    expect(Object.keys(error)).toEqual(['code', 'message', 'request_id', 'docs']);
  });

  it('has a line without a cause and a trace as well', () => {
    const request = { id: 'req_1', operation: null, trace: { traceparent: 'Bearer svc_dev_1' } };
    failures.answered(request, new ServiceError('service.unavailable'));
    expect(lines).toMatchObject([{ operation: null, why: { cause: 'unknown' } }]);
    expect(lines[0]).not.toHaveProperty('trace_id');
  });

  it('has a line if it is the first of its cause in a second, and the next line counts the others', () => {
    for (let asked = 0; asked < 60; asked += 1) failures.answered(REQUEST, behind, 1_000_000 + asked);
    const away = new UnavailableError({ cause: 'database_unavailable', error: 'away' });
    failures.answered(REQUEST, away, 1_000_500);
    failures.answered(REQUEST, behind, 1_001_000);
    failures.answered(REQUEST, behind, 1_002_000);
    expect(lines.map(({ why, left_out }) => [(why as { cause: string }).cause, left_out])).toEqual([
      ['view_behind', undefined],
      ['database_unavailable', undefined],
      ['view_behind', 59],
      ['view_behind', undefined],
    ]);
  });
});

describe('a request that a caller without a valid secret can send', () => {
  it('has no line', () => {
    failures.answered(REQUEST, new UnavailableError({ cause: 'pepper_missing', pepper_id: 'p' }));
    expect(lines).toEqual([]);
  });
});

describe('a request that is refused', () => {
  it('has no line', () => {
    failures.answered(REQUEST, new ServiceError('record.not_found'));
    expect(lines).toEqual([]);
  });
});

describe('a batch of which items are answered as service.unavailable', () => {
  it('has one line, which counts them', async () => {
    const call = { requestId: 'req_1', requestContext: { operation: 'records.verify_batch' } } as Call;
    const outcomes = [
      null,
      new DatabaseUnavailableError('away'),
      behind,
      new ServiceError('record.not_found'),
    ];
    const { data } = await settleEach(outcomes, call, failures, (outcome) => {
      if (outcome !== null) throw outcome;
      return 'done';
    });
    expect(data[0]).toBe('done');
    expect(lines).toMatchObject([
      {
        request_id: 'req_1',
        operation: 'records.verify_batch',
        items: 2,
        why: { cause: 'database_unavailable' },
      },
    ]);
  });
});
