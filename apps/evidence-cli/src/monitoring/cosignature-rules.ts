import type { OpenedCheckpoint } from '@service/evidence';
import { alarm, type Finding } from './finding.js';

/** What the cosignatures of witnesses must fulfil. */
export interface CosignatureRules {
  /** How many must have cosigned; 0 without known witnesses. */
  quorum: number;
  /** Maximum age of the cosignatures in seconds. */
  silentAfter: number;
}

/** Whether enough witnesses cosigned a checkpoint recently. Only times of witnesses count. */
export function judgeCosignatures(
  { cosignatures }: OpenedCheckpoint,
  { quorum, silentAfter }: CosignatureRules,
  now = Date.now(),
): Finding[] {
  if (quorum === 0) return [];
  if (cosignatures.length < quorum) {
    const text = `${cosignatures.length} of its witnesses cosigned its checkpoint, and ${quorum} are needed.`;
    return [alarm('log.witnesses', text)];
  }
  const times = cosignatures.map(({ time }) => Number(time)).toSorted((a, b) => b - a);
  const age = Math.floor(now / 1_000) - (times[quorum - 1] as number);
  if (age <= silentAfter) return [];
  const text = `Its witnesses have not cosigned it for more than ${silentAfter} s.`;
  return [alarm('log.silent', text)];
}
