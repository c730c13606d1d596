import { inBatches, withInFlight } from './in-flight.ts';
import type { Progress } from './progress.ts';
import type { Registered } from './register.ts';
import type { ItemError, Service } from './service.ts';

const BATCH = 100;
const IN_FLIGHT = 4;

export interface Verification {
  /** Records whose whole history the service proved from its elements. */
  verified: number;
  /** Of those, the ones whose newest element holds the digest that the index holds. */
  sameContent: number;
  /** Some of what is wrong, for the reader. */
  problems: { recordId: string; problem: string }[];
}

interface Envelope {
  evidence: { provenance: { verified: boolean; chain: { content_digest: string }[] } };
}

/** Verifies every record and compares what its chain says with what the index says. */
export async function verifyPackages(
  service: Service,
  registered: readonly Registered[],
  progress: Progress,
): Promise<Verification> {
  const outcome: Verification = { verified: 0, sameContent: 0, problems: [] };
  await withInFlight(inBatches(registered, BATCH), IN_FLIGHT, async (batch) => {
    await verifyBatch(service, batch, outcome);
    progress.advance(batch.length);
  });
  return outcome;
}

async function verifyBatch(service: Service, batch: Registered[], outcome: Verification): Promise<void> {
  const records = batch.map(({ recordId }) => ({ record_id: recordId, evidence_scope: ['provenance'] }));
  const answers = await service.postRecords<Envelope>('/v1/records/verify/batch', records);
  for (const [index, record] of batch.entries())
    judge(record, answers[index] as Envelope | ItemError, outcome);
}

function judge(record: Registered, answer: Envelope | ItemError, outcome: Verification): void {
  const { recordId } = record;
  if ('error' in answer) {
    outcome.problems.push({ recordId, problem: answer.error.code });
    return;
  }
  const { verified, chain } = answer.evidence.provenance;
  if (verified !== true) {
    outcome.problems.push({ recordId, problem: 'not verified' });
    return;
  }
  outcome.verified += 1;
  const found = chain[chain.length - 1]?.content_digest;
  if (found === record.contentDigest) outcome.sameContent += 1;
  else outcome.problems.push({ recordId, problem: `holds ${found}, the index ${record.contentDigest}` });
}
