import { expect } from '@jest/globals';
import { eventually } from '@service/testing';
import { PATIENCE, type FaultyService } from './faulty-service.js';
import type { Load } from './load.js';

/** Who follows which log with an effect in which schema. */
const CONSUMERS = [
  ['record_store', 'verify_api_records', 'records'],
  ['record_store', 'webhook_dispatcher', 'record_store'],
  ['credential_authority', 'verify_api_directory', 'directory'],
  ['credential_authority', 'webhook_dispatcher', 'credential_authority'],
  ['webhook_dispatcher', 'verify_api_subscriptions', 'subscriptions'],
] as const;

/**
 * After a fault: every acknowledged write is in the log exactly once, the history tells of each and of no other, every event
 * has reached every consumer, and every view agrees with its log.
 */
export async function expectNothingLost(service: FaultyService, load: Load): Promise<void> {
  const { acknowledged } = load;
  expect(acknowledged.size).toBeGreaterThan(0);
  const rows = await service.sql<{ external_id: string; record_id: string }>(
    `SELECT element::json ->> 'external_id' AS external_id, stream_id AS record_id FROM record_store.events
     WHERE element::json ->> 'external_id' = ANY ($1)`,
    [[...acknowledged.keys()]],
  );
  expect(rows).toHaveLength(acknowledged.size);
  expect(new Map(rows.map((row) => [row.external_id, row.record_id]))).toEqual(acknowledged);
  const told = await service.sql<{ record_id: string; is_there: boolean }>(
    `SELECT record_id, EXISTS (SELECT FROM record_store.events WHERE stream_id = record_id) AS is_there
     FROM verify_api.interactions, unnest(string_to_array(lines, E'\\n')) AS line,
       json_array_elements_text(line::json -> 'subjects') AS record_id
     WHERE line::json ->> 'operation' = 'records.register' AND line::json ->> 'outcome' = 'succeeded'`,
  );
  expect(told.filter(({ is_there }) => !is_there)).toEqual([]);
  const named = new Set(told.map(({ record_id }) => record_id));
  expect([...acknowledged.values()].filter((id) => !named.has(id))).toEqual([]);
  for (const consumer of CONSUMERS) {
    await eventually(async () => expect(await behind(service, consumer)).toEqual([]), PATIENCE);
  }
  expect(await service.command('dist/verify-api/commands/scrub.js')).toMatch(/: 0 differences/);
  const verifier = service.as('verify');
  const ids = [...acknowledged.values()].slice(-100);
  const answer = await verifier.post('/v1/records/verify/batch', {
    records: ids.map((record_id) => ({ record_id })),
  });
  type Envelope = { evidence?: { provenance: { verified: boolean } } };
  const envelopes = answer.body['data'] as Envelope[];
  const verified = envelopes.map(({ evidence }) => evidence?.provenance.verified);
  expect(verified).toEqual(ids.map(() => true));
}

/** Streams of which a consumer has not applied the newest event, or more than there is. */
function behind(
  service: FaultyService,
  [log, schema, consumer]: (typeof CONSUMERS)[number],
): Promise<{ stream_id: string }[]> {
  return service.sql(
    `SELECT stream_id, log.version AS logged, applied.version AS applied
     FROM (SELECT stream_id, max(version) AS version FROM ${log}.events GROUP BY 1) AS log
     FULL JOIN (SELECT stream_id, version FROM ${schema}.stream_versions WHERE consumer = $1) AS applied
       USING (stream_id)
     WHERE log.version IS DISTINCT FROM applied.version LIMIT 5`,
    [consumer],
  );
}
