import {
  cosignedAt,
  cosignedWithin,
  fewestWitnesses,
  type OpenedCheckpoint,
  type Trust,
} from '@service/evidence';
import { alarm, type Finding } from './finding.js';

/**
 * Whether a quorum of the witnesses cosigned a checkpoint recently. Only times of witnesses count.
 * @param silentAfter maximum age of the cosignatures in seconds.
 */
export function judgeCosignatures(
  opened: OpenedCheckpoint,
  trust: Trust,
  silentAfter: number,
  now = Date.now(),
): Finding[] {
  if (trust.quorum === null) return [];
  if (cosignedAt(opened, trust) === null) {
    const needed = fewestWitnesses(trust.quorum);
    const text = `${opened.cosignatures.length} of its witnesses cosigned its checkpoint, and ${needed} are needed.`;
    return [alarm('log.witnesses', text)];
  }
  if (cosignedAt(cosignedWithin(opened, silentAfter, now / 1_000), trust) !== null) return [];
  const text = `Its witnesses have not cosigned it for more than ${silentAfter} s.`;
  return [alarm('log.silent', text)];
}
