import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitFor } from '@service/platform/waiting';
import { askAt, type Ask } from '../ask.ts';
import type { FloodTarget } from './floods.ts';

const ELEMENTS = 500;
const LONG = 4;
const RECORDS = 200;
/** A project may do five times what one of its credentials may. */
const CREDENTIALS = 5;
/** Milliseconds for a project, its credentials and records to be known to all gateways. */
const PATIENCE = 60_000;

/** Creates a project with an authority, some records and credentials that may verify, read and write. */
export async function createTenant(port: number, dataDirectory: string, long = LONG): Promise<FloodTarget> {
  const file = readFileSync(join(dataDirectory, 'bootstrap.json'), 'utf8');
  const { operator } = (JSON.parse(file) as { development: { operator: string } }).development;
  const created = await must<Created>(askAt(port, operator), '/v1/projects', { name: 'Bench' });
  const admin = askAt(port, created.admin_credential.token);
  const valid_until = '2090-01-01T00:00:00Z';
  const grant = { issuer: 'Bench', scope: ['verify'], valid_until };
  const { id: authorityId } = await must<{ id: string }>(admin, '/v1/authorities', grant);
  const capabilities = ['verify', 'read', 'write'];
  const tokens: string[] = [];
  for (let count = 0; count < CREDENTIALS; count += 1) {
    const { token } = await must<{ token: string }>(admin, '/v1/credentials', {
      name: 'Bench',
      capabilities,
    });
    tokens.push(token);
  }
  const records = [...(await register(admin, authorityId)), ...(await register(admin, authorityId))];
  const lengthened = records.slice(0, long);
  for (let count = 1; count < (long === 0 ? 0 : ELEMENTS); count += 1) {
    const amended = { content: String(count), reason: 'bench' };
    const items = lengthened.map((record_id) => ({ record_id, ...amended }));
    const { data } = await must<{ data: object[] }>(admin, '/v1/records/batch/amend', { records: items });
    if (data.some((item) => 'error' in item))
      throw new Error(`An amendment was refused: ${JSON.stringify(data)}`);
  }
  return { port, tokens, authorityId, records: records.slice(long), long: lengthened };
}

interface Created {
  admin_credential: { token: string };
}

async function register(admin: Ask, authority_id: string): Promise<string[]> {
  const record = () => ({ authority_id, origin: 'bench', content: randomBytes(12).toString('hex') });
  const records = Array.from({ length: RECORDS / 2 }, record);
  const { data } = await must<{ data: { id: string }[] }>(admin, '/v1/records/batch', { records });
  return data.map(({ id }) => id);
}

/** Asks again where another gateway does not know yet what one answered. */
async function must<Answer>(ask: Ask, path: string, body: object): Promise<Answer> {
  let last = '';
  const answered = await waitFor(async () => {
    const answer = await ask<Answer>('POST', path, body);
    if (answer.status < 300) return answer.body;
    last = `${answer.status} ${JSON.stringify(answer.body)}`;
    return undefined;
  }, PATIENCE);
  if (answered === undefined) throw new Error(`${path} was answered ${last}.`);
  return answered;
}
