import { expect, it } from '@jest/globals';
import { createMetrics, renderMetrics } from '@service/platform/metrics';
import { RequestMeasures } from './request-measures.js';

it('answers are measured by operation and status, and errors by their code', async () => {
  const metrics = createMetrics({ warn: () => undefined } as never, 'development');
  const measures = new RequestMeasures();
  measures.measure(metrics);
  measures.answered('records.verify', 200, 0.0005, null);
  measures.answered('records.verify', 200, 0.2, 'ab'.repeat(16));
  measures.answered(null, 401, 0.001, null);
  measures.failed('authentication.missing', 1);
  measures.failed('record.not_found', 2);
  measures.failed('record.not_found', 1);
  const { text } = renderMetrics(await metrics.collect(), 'application/openmetrics-text');
  const samples = text.split('\n').filter((line) => line.startsWith('rvs_http_server_'));
  const of = 'environment="development",operation="records.verify",status="200"';
  const name = 'rvs_http_server_request_duration_seconds';
  expect(samples).toEqual(
    expect.arrayContaining([
      `${name}_bucket{${of},le="0.001"} 1`,
      `${name}_bucket{${of},le="0.1"} 1`,
      expect.stringMatching(/_bucket\{.*le="0.25"\} 2 # \{trace_id="(ab){16}"\} 0.2 \d+(\.\d+)?$/),
      `${name}_bucket{${of},le="+Inf"} 2`,
      `${name}_sum{${of}} 0.2005`,
      `${name}_count{${of}} 2`,
      `${name}_count{environment="development",operation="none",status="401"} 1`,
      'rvs_http_server_errors_total{environment="development",code="record.not_found"} 3',
    ]),
  );
  expect(samples.filter((line) => line.includes('#'))).toHaveLength(1);
});
