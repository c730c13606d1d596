import { startLoadGenerator, type LoadTarget } from '../load/load.ts';
import type { Section } from '../section.ts';
import type { ServiceProcess } from '../service-process.ts';
import { alternate, compare, loader } from './measure-verify.ts';
import { PATH, REQUEST } from './verification.ts';

const CONNECTIONS = [8, 64];
const REVISION = '2026-07-28';

/** A tool's call, as a client of the newest revision sends it. */
function targetOf(token: string, args: object): LoadTarget {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': REVISION,
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const params = { name: 'verify_record', arguments: args, _meta: meta };
  return {
    path: '/mcp',
    token,
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    headers: {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': REVISION,
      'mcp-method': 'tools/call',
      'mcp-name': 'verify_record',
    },
  };
}

/** A verification by an agent against the same one by the API, in the same service. */
export async function measureMcp({ pid, port, token }: ServiceProcess): Promise<Section> {
  const generator = startLoadGenerator();
  const rest: LoadTarget = { path: PATH, token, body: JSON.stringify(REQUEST) };
  const args = { record_id: REQUEST.record_id };
  try {
    const rows = [];
    for (const connections of CONNECTIONS) {
      for (const [step, more] of [
        ['summary', {}],
        ['signed answer in _meta', { detail: 'full' }],
      ] as const) {
        const rounds = await alternate(
          () => loader(generator, rest, connections)(pid, port),
          () => loader(generator, targetOf(token, { ...args, ...more }), connections)(pid, port),
        );
        rows.push({ step, connections, ...compare(rounds) });
      }
    }
    return {
      title: 'tools/call verify_record against POST /v1/records/verify',
      rows,
      notes: [
        'Both with credential, limits, signature or summary, and durable history. bare_ is the API here.',
      ],
    };
  } finally {
    generator.stop();
  }
}
