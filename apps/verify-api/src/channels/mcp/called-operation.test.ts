import { describe, expect, it } from '@jest/globals';
import { calledOperation, calledTool } from './called-operation.js';
import type { McpExchange } from './mcp-exchange.js';

const exchange = { allows: () => true } as unknown as McpExchange;
const calls = (name: unknown) => ({ method: 'tools/call', params: { name } });
const reads = (uri: unknown) => ({ method: 'resources/read', params: { uri } });
const completes = (name: unknown) => ({
  method: 'completion/complete',
  params: { ref: { type: 'ref/prompt' }, argument: { name } },
});

describe('what a message calls', () => {
  it.each([
    [calls('revoke_record'), 'records.revoke'],
    [reads('record://rec_1'), 'records.read'],
    [completes('record_id'), 'records.list'],
  ])('is its operation, unless it wants no answer and is therefore not run', (message, operation) => {
    expect(calledOperation(exchange, { id: 1, ...message })?.name).toBe(operation);
    expect(calledOperation(exchange, message)).toBeNull();
    expect(calledTool(message)).toBeNull();
  });

  it.each([calls, reads, completes])('is nothing where the name is no text', (call) => {
    for (const name of [{ toString: null }, ['revoke_record'], ['record://rec_1'], ['record_id'], 1, null])
      expect(calledOperation(exchange, { id: 1, ...call(name) })).toBeNull();
    expect(calledTool({ id: 1, ...calls({ toString: null }) })).toBe('');
  });
});
