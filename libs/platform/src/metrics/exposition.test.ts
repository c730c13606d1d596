import { describe, expect, it } from '@jest/globals';
import { Distribution } from './distribution.js';
import { renderMetrics } from './exposition.js';
import type { Family } from './family.js';

const calls: Family = {
  name: 'calls_total',
  help: 'Calls of "all"\nkinds.',
  type: 'counter',
  samples: [{ name: 'calls_total', labels: { who: 'a"b\\c\nd' }, value: 2 }],
};
const exemplar = { traceId: 'ab'.repeat(16), value: 0.2, at: 1_500 };
const durations: Family = {
  name: 'took_seconds',
  help: 'How long.',
  type: 'histogram',
  samples: [{ name: 'took_seconds_bucket', labels: { le: '+Inf' }, value: 1, exemplar }],
};

describe('metrics are rendered', () => {
  it('in the text format of Prometheus, which has no exemplars', () => {
    expect(renderMetrics([calls, durations])).toEqual({
      contentType: 'text/plain; version=0.0.4; charset=utf-8',
      text: [
        '# HELP calls_total Calls of "all"\\nkinds.',
        '# TYPE calls_total counter',
        'calls_total{who="a\\"b\\\\c\\nd"} 2',
        '# HELP took_seconds How long.',
        '# TYPE took_seconds histogram',
        'took_seconds_bucket{le="+Inf"} 1',
        '',
      ].join('\n'),
    });
  });

  it('as OpenMetrics for those who accept it: counters by the name of their family, exemplars, and an end', () => {
    const accept = 'application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5';
    expect(renderMetrics([calls, durations], accept)).toEqual({
      contentType: 'application/openmetrics-text; version=1.0.0; charset=utf-8',
      text: [
        '# HELP calls Calls of \\"all\\"\\nkinds.',
        '# TYPE calls counter',
        'calls_total{who="a\\"b\\\\c\\nd"} 2',
        '# HELP took_seconds How long.',
        '# TYPE took_seconds histogram',
        `took_seconds_bucket{le="+Inf"} 1 # {trace_id="${exemplar.traceId}"} 0.2 1.5`,
        '# EOF',
        '',
      ].join('\n'),
    });
  });
});

it('a distribution counts a value in the first bucket whose bound it does not exceed', () => {
  const distribution = new Distribution([1, 2]);
  for (const value of [0, 1, 1.5, 2, 2.5]) distribution.observe(value);
  expect([distribution.counts, distribution.sum]).toEqual([[2, 2, 1], 7]);
});
