import { placeName } from '../bundle/order.js';
import { millisecondsOf } from '../moments.js';
import type { OpenedCheckpoint } from '../notes/index.js';
import type { SubjectChain } from './chains.js';
import { CheckFailed, NotChecked, Passed } from './checklist.js';
import type { ElementPlaces } from './element-order.js';
import { addsPassed, type Promised } from './merge-delay.js';
import { cosignedAt, type Freshness } from './time-checks.js';
import type { Trust } from './trust.js';

interface Dated extends Promised {
  log: string;
}

/**
 * No element is dated more than the merge delay before a tree without it that a quorum of the witnesses dated. A late one is
 * refused where it adds a `passed`; what takes one away counts, late as it is.
 * @param places log indices of elements; one that is not there stands behind those before it.
 * @param trees checkpoints that a pinned key of the log signed.
 */
export function checkMergeDelay(
  chains: readonly SubjectChain<Dated>[],
  places: ElementPlaces,
  trees: readonly OpenedCheckpoint[],
  trust: Trust,
  { slack }: Freshness,
): Passed<null> {
  if (trust.quorum === null) throw new NotChecked('no witness is pinned, and the service chose the times');
  const dated = trees.flatMap((tree) => {
    const time = cosignedAt(tree, trust);
    return time === null ? [] : [{ size: tree.checkpoint.size, time }];
  });
  const late: string[] = [];
  let placed = 0;
  for (const { subjectId, elements } of chains) {
    let index: number | null = null;
    for (const [at, { content }] of elements.entries()) {
      index = places.get(placeName(subjectId, at + 1)) ?? index;
      // Another log's elements had other places.
      if (index === null || content.log !== trust.origin) continue;
      placed += 1;
      const place = index;
      const latest = millisecondsOf(content.occurred_at) + trust.mergeDelay + slack;
      if (!dated.some(({ size, time }) => size <= place && time > latest)) continue;
      const element = `element ${at + 1} of ${subjectId}`;
      if (addsPassed(content)) {
        throw new CheckFailed(
          `it is late: witnesses had seen the log without it long after ${content.occurred_at}, its time`,
          element,
        );
      }
      late.push(element);
    }
  }
  if (placed === 0) throw new NotChecked('the log index of no element is proven');
  return new Passed(null, late.length === 0 ? `${placed} elements` : `late: ${late.join(', ')}`);
}
