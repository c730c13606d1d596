import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { parseTrust } from '@service/evidence';
import { NONCE, PROOF, provedSummary } from './proved-summary.ts';

const [url, keys, record_id] = process.argv.slice(2);
const token = process.env['SERVICE_TOKEN'];
if (url === undefined || keys === undefined || record_id === undefined || token === undefined) {
  process.stderr.write('Use: SERVICE_TOKEN=svc_... npm run -s example:mcp -- URL KEYS RECORD\n');
  process.exit(2);
}

const trust = parseTrust(await readFile(keys, 'utf8'));
const client = new Client({ name: 'example', version: '1' });
const requestInit = { headers: { authorization: `Bearer ${token}` } };
await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
try {
  // The nonce keeps an older answer from being given again.
  const nonce = randomUUID();
  const result = await client.callTool({
    name: 'verify_record',
    arguments: { record_id },
    _meta: { [PROOF]: true, [NONCE]: nonce },
  });
  if (result.isError === true) throw new Error(JSON.stringify(result.content));
  const { state, verdict } = provedSummary(result, { record_id }, nonce, trust) as Record<string, unknown>;
  console.log('proved:', { state, verdict });
} finally {
  await client.close();
}
