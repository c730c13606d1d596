import { createLogger } from '@service/platform/logging';
import { createPool } from '@service/platform/postgres';
import type { ServiceProcess } from '../service-process.ts';
import { BATCH, registerInBatches } from '../writes/registering.ts';

/** Milliseconds between two looks at how long the log is. */
const LOOK = 200;

/** Registers so many records and waits until the log has them. @returns their ids, in no order. */
export async function registerLogged(service: ServiceProcess, records: number): Promise<string[]> {
  await registerInBatches(service.ask, Math.ceil(records / BATCH));
  await logHolds(service, records);
  return readIds(service);
}

/** Resolves once the transparency log holds at least so many elements. */
export async function logHolds({ port }: ServiceProcess, size: number): Promise<void> {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/v1/log/development/checkpoint`);
    const [, line] = (await answer.text()).split('\n');
    if (Number(line) >= size) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK));
  }
}

/** Ids of the stored records, in no order. */
export async function readIds({ databaseUrl }: Pick<ServiceProcess, 'databaseUrl'>): Promise<string[]> {
  const pool = createPool(databaseUrl, { max: 1, applicationName: 'bench', logger: createLogger('error') });
  try {
    const { rows } = await pool.query<{ id: string }>(
      'SELECT id FROM verify_api_records.records ORDER BY random() LIMIT 200000',
    );
    return rows.map(({ id }) => id);
  } finally {
    await pool.end();
  }
}
