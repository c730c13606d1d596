import { POSITION_LAG } from '@service/evidence';
import { alarm, type Finding } from './finding.js';
import type { WitnessedSizes } from './witnessed-sizes.js';

/** A position of the log that a given answer names, with the time that the answer claims for the position. */
export interface GivenPosition {
  size: number;
  /** Milliseconds since 1970. */
  at: number;
  /** Names the answer. */
  by: string;
}

/**
 * Compares the times of answers with the times at which the log is known to have been larger. The service must not
 * answer from a position that is older than it says, nor from the future.
 * @param slack milliseconds by which two clocks may differ.
 */
export function checkPositions(
  positions: readonly GivenPosition[],
  witnessed: WitnessedSizes,
  slack: number,
): Finding[] {
  const now = Date.now();
  return positions.flatMap(({ size, at, by }) => {
    const time = new Date(at).toISOString();
    if (at > now + slack) {
      return [alarm('answer.future', `${by}: it is signed as of ${time}, which is in the future.`)];
    }
    const larger = witnessed.earliestBeyond(size);
    if (larger === null || larger.at >= at - POSITION_LAG - slack) return [];
    const since = new Date(larger.at).toISOString();
    const text = `${by}: it is signed as of ${size} at ${time}, but the log had ${larger.size} entries since ${since}.`;
    return [alarm('answer.stale', text)];
  });
}
