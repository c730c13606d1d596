import type { PublishedKey } from '@service/evidence';
import { checkEvent, type Proof } from './event-checks.js';
import type { LogSession } from './log-session.js';
import type { EventTask, VerifiedEvent } from './messages.js';
import { verifyEvidence } from './verify-evidence.js';

/** Checks what an event carries against evidence of a record, which is verified first as the page Verify does it. */
export async function verifyEvent({ event, proof }: EventTask, session: LogSession): Promise<VerifiedEvent> {
  const value = JSON.parse(event) as Parameters<typeof checkEvent>[0];
  if (proof === null) {
    const { decision } = await session.meet();
    return { checks: checkEvent(value, null), decision };
  }
  const { report, decision } = await verifyEvidence({ ...proof, withEntries: false, reasons: [] }, session, {
    onCheck: () => undefined,
    onProgress: () => undefined,
  });
  const failed = report.checks.find(({ outcome }) => outcome === 'failed')?.check ?? null;
  return { checks: checkEvent(value, proofIn(proof.evidence, failed)), decision };
}

type Element = { digest?: string; record_id?: string } & Partial<PublishedKey>;

interface Bundle {
  record?: Element[];
  authorities?: Record<string, Element[]>;
  keys?: Record<string, Element[]>;
}

/** The keys and elements that a bundle proves; none if a check failed, because it may be malformed. */
function proofIn(evidence: string | Uint8Array, failed: string | null): Proof {
  if (failed !== null) return { failed, keyOf: () => undefined, digestsOf: () => [] };
  const text = typeof evidence === 'string' ? evidence : new TextDecoder().decode(evidence);
  const { record = [], authorities = {}, keys = {} } = JSON.parse(text) as Bundle;
  return {
    failed,
    keyOf: (id) => ownOf(keys, id)?.at(-1) as PublishedKey | undefined,
    digestsOf: (id) =>
      (record.at(-1)?.record_id === id ? record : (ownOf(authorities, id) ?? [])).map(
        ({ digest = '' }) => digest,
      ),
  };
}

function ownOf<Value>(values: Record<string, Value>, name: string): Value | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}
