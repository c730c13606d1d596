import type { Ask } from './ask.ts';

/** The bytes of a real element. */
export async function exampleElement(ask: Ask): Promise<string> {
  const { body } = await ask<{ evidence: { provenance: { chain: object[] } } }>(
    'POST',
    '/v1/records/verify',
    { record_id: 'rec_example' },
  );
  return JSON.stringify(body.evidence.provenance.chain[0]);
}
