import { expect, it } from '@jest/globals';
import { createMetrics } from '@service/platform/metrics';
import { ToolCallMetrics } from './tool-call-metrics.js';

it('tool calls are counted by tool and outcome, and made-up names as one', async () => {
  const metrics = createMetrics({ warn: () => undefined } as never);
  const calls = new ToolCallMetrics();
  calls.measure(metrics, 'development');
  for (const status of [200, 200, 404, 503]) calls.add('verify_record', status, 250);
  for (let each = 0; each < 100; each += 1) calls.add(`made_up_${each}`, 400, 1);
  calls.add('constructor', 400, 1);
  const { text } = await metrics.scrape();
  expect(text.split('\n').filter((line) => line.startsWith('mcp_tool_'))).toEqual([
    'mcp_tool_calls_total{environment="development",tool="verify_record",outcome="succeeded"} 2',
    'mcp_tool_calls_total{environment="development",tool="verify_record",outcome="refused"} 1',
    'mcp_tool_calls_total{environment="development",tool="verify_record",outcome="failed"} 1',
    'mcp_tool_calls_total{environment="development",tool="unknown",outcome="refused"} 101',
    'mcp_tool_seconds_total{environment="development",tool="verify_record",outcome="succeeded"} 0.5',
    'mcp_tool_seconds_total{environment="development",tool="verify_record",outcome="refused"} 0.25',
    'mcp_tool_seconds_total{environment="development",tool="verify_record",outcome="failed"} 0.25',
    'mcp_tool_seconds_total{environment="development",tool="unknown",outcome="refused"} 0.101',
  ]);
});
