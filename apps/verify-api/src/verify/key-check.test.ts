import { describe, expect, it } from '@jest/globals';
import { keySubjectId, placeName } from '@service/evidence';
import { sampleKey } from '../../../../libs/evidence/src/testing/sample-keys.js';
import { SAMPLE_ORIGIN } from '../../../../libs/evidence/src/testing/sample-log.js';
import { SampleService } from '../../../../libs/evidence/src/testing/sample-service.js';
import type { DirectoryKey } from '../views/directory.js';
import { KeyCheck } from './key-check.js';

const HEAD = { origin: SAMPLE_ORIGIN, treeSize: 1_000, within: 0n, shown: '', since: '', at: Infinity };

/** Keys of which each published the next one. */
function keysInARow(count: number) {
  const service = SampleService.usual();
  for (let index = 1; index < count; index += 1) {
    const key = sampleKey(`in a row ${index}`, 'provenance');
    service.publish(key);
    service.provenance = key;
  }
  const ids = [...service.keys.keys()].filter((id) => id !== service.answers.keyId);
  const keys = ids.map((key_id) => {
    // In the order of its text, as the directory has it.
    const elements = service.keys.get(key_id)?.elements.map((element) => {
      return { ...element, content: JSON.parse(element.text) as unknown };
    });
    return { snapshot: { key_id, state: 'active' }, elements } as unknown as DirectoryKey;
  });
  const places = new Map(
    ids.map((id) => [placeName(keySubjectId(id), 1), service.keys.get(id)?.indices[0] ?? -1]),
  );
  return { keys, places };
}

/** Judges the keys, and counts the look-ups of places. */
async function judge({ keys, places }: ReturnType<typeof keysInARow>) {
  let lookUps = 0;
  class Counted extends Map<string, number> {
    override get(name: string) {
      lookUps += 1;
      return super.get(name);
    }
  }
  const refuted: string[] = [];
  const check = new KeyCheck(
    { read: () => Promise.resolve(new Counted(places)) },
    { refuted: (subjectId) => void refuted.push(subjectId) },
  );
  await check.prepare(keys, HEAD);
  return { check, holds: check.holds(keys, HEAD), lookUps, refuted };
}

describe('keys of which each published the next one', () => {
  it('are judged with as many look-ups for each, however many there are', async () => {
    const [few, many] = [await judge(keysInARow(20)), await judge(keysInARow(80))];
    expect([few.holds, many.holds]).toEqual([true, true]);
    expect(many.lookUps / 80).toBeLessThanOrEqual((few.lookUps / 20) * 1.1);
  });

  it('do not hold from the one on that the log has before its signer, and each is refuted', async () => {
    const { keys, places } = keysInARow(5);
    const names = keys.map(({ snapshot }) => keySubjectId(snapshot.key_id));
    places.set(placeName(names[3] ?? '', 1), 0);
    const { check, holds, refuted } = await judge({ keys, places });
    expect([holds, refuted]).toEqual([false, names.slice(3)]);
    expect(check.holds(keys.slice(0, 3), HEAD)).toBe(true);
  });

  it('are judged anew where a key in the middle has changed', async () => {
    const { keys, places } = keysInARow(5);
    const { check } = await judge({ keys, places });
    const changed = keys.map((key, index) => (index === 2 ? { ...key } : key));
    expect([check.holds(keys, HEAD), check.holds(changed, HEAD)]).toEqual([true, undefined]);
    await check.prepare(changed, HEAD);
    expect([check.holds(changed, HEAD), check.holds(keys, HEAD)]).toEqual([true, undefined]);
  });
});
