import { EvidenceError, openCheckpoint, type CheckpointTrust } from '@service/evidence';
import { alarm, news, type Finding } from './finding.js';
import type { RootClaim } from './stored-log.js';
import type { Given } from './read-given.js';
import type { SeenCheckpoints } from './seen-checkpoints.js';

/** A claimed root of the log, and the finding if the log never had it. */
export interface Claim extends RootClaim {
  finding: Finding;
}

/** The claims about the log: its own checkpoints that did not match its entries, and the given evidence. */
export function claimsOf(
  { roots, notes }: Given,
  seen: SeenCheckpoints,
  trust: CheckpointTrust,
): { claims: Claim[]; unchecked: Finding[] } {
  const claims: Claim[] = seen.all
    .filter(({ held }) => !held)
    .map(({ checkpoint }) => ({ ...checkpoint, finding: forkAt(checkpoint.size) }));
  const unchecked: Finding[] = [];
  for (const { note, by } of notes) {
    try {
      const { checkpoint } = openCheckpoint(note, trust);
      const text = `${by}: the log signed another tree at ${checkpoint.size} than the one that it serves.`;
      claims.push({ ...checkpoint, finding: alarm('log.fork', text) });
    } catch (error) {
      if (!(error instanceof EvidenceError)) throw error;
      const text = `${by}: its checkpoint is not one of the log. ${error.message}`;
      unchecked.push(news('not_checked', text));
    }
  }
  for (const { origin, size, root, by } of roots) {
    if (origin !== trust.origin) continue;
    const text = `${by}: the log never had the named root at ${size}.`;
    claims.push({ size, root, finding: alarm('answer.root', text) });
  }
  return { claims, unchecked };
}

/** Two checkpoints of one size contradict each other. */
export function forkAt(size: number): Finding {
  return alarm('log.fork', `It signed two trees of ${size} entries with different roots.`);
}
