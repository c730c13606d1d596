import { expect, it } from '@jest/globals';
import { createMetrics, renderMetrics } from '@service/platform/metrics';
import { ToolCallMetrics } from './tool-call-metrics.js';

it('tool calls are counted by tool and outcome, and made-up names as one', async () => {
  const metrics = createMetrics({ warn: () => undefined } as never, 'development');
  const calls = new ToolCallMetrics();
  calls.measure(metrics);
  for (const status of [200, 200, 404, 503]) calls.add('verify_record', status, 250);
  for (let each = 0; each < 100; each += 1) calls.add(`made_up_${each}`, 400, 1);
  calls.add('constructor', 400, 1);
  const { text } = renderMetrics(await metrics.collect());
  expect(text.split('\n').filter((line) => line.startsWith('rvs_mcp_tool_'))).toEqual([
    'rvs_mcp_tool_calls_total{environment="development",tool="verify_record",outcome="succeeded"} 2',
    'rvs_mcp_tool_calls_total{environment="development",tool="verify_record",outcome="refused"} 1',
    'rvs_mcp_tool_calls_total{environment="development",tool="verify_record",outcome="failed"} 1',
    'rvs_mcp_tool_calls_total{environment="development",tool="unknown",outcome="refused"} 101',
    'rvs_mcp_tool_seconds_total{environment="development",tool="verify_record",outcome="succeeded"} 0.5',
    'rvs_mcp_tool_seconds_total{environment="development",tool="verify_record",outcome="refused"} 0.25',
    'rvs_mcp_tool_seconds_total{environment="development",tool="verify_record",outcome="failed"} 0.25',
    'rvs_mcp_tool_seconds_total{environment="development",tool="unknown",outcome="refused"} 0.101',
  ]);
});
