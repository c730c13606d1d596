import { describe, expect, it, jest } from '@jest/globals';
import { createLogger } from '@service/platform/logging';
import { KnownFindings } from '@service/scrub';
import { sampleAuthority, sampleRow } from '../testing/sample-record.js';
import type { ChainSuccessors } from '../views/chain-successors.js';
import type { DirectoryKey } from '../views/directory.js';
import { StoredRecord, type RecordRow } from '../views/records/stored-record.js';
import { LogCheck } from './log-check.js';
import { LogContradictions } from './log-contradictions.js';

const authority = sampleAuthority();
const row = sampleRow(authority);
const AS_OF = { origin: 'log', treeSize: 10, within: 5n, shown: '', since: '', at: Infinity };

const key = { snapshot: { key_id: 'a' }, elements: [{}] } as unknown as DirectoryKey;

interface Found {
  /** Leaves of the successors. */
  record?: number | null;
  authority?: number | null;
  key?: number | null;
  horizon?: bigint;
  findings?: KnownFindings;
  stored?: RecordRow;
  origin?: string;
}

function checkOf({
  record = null,
  authority: leaf = null,
  key: keyLeaf = null,
  horizon = 5n,
  findings = new KnownFindings(),
  stored: of = row,
  origin = 'log',
}: Found) {
  const logger = createLogger('silent');
  const error = jest.spyOn(logger, 'error');
  const contradictions = new LogContradictions(logger);
  const indexOf = (chain: unknown) => (chain === key ? keyLeaf : leaf);
  const successors = { indexOf } as unknown as ChainSuccessors;
  const check = new LogCheck(successors, { horizon: () => horizon }, contradictions, findings);
  const stored = new StoredRecord({ ...of, successor_index: record }, 0);
  const allows = () => check.allows(stored, { authority, keys: [key] }, { ...AS_OF, origin });
  return { allows, contradictions, error };
}

describe('an answer as of a tree of ten leaves', () => {
  it.each([null, 10, 11])(
    'is allowed where the newest element’s successor is leaf %s: it came later',
    (leaf) => {
      const { allows, contradictions } = checkOf({ record: leaf, authority: leaf });
      expect([allows(), contradictions.count]).toEqual([true, 0]);
    },
  );

  it.each([0, 9])('is not allowed where the record’s successor is leaf %i, and raises one alarm', (leaf) => {
    const { allows, contradictions, error } = checkOf({ record: leaf });
    expect([allows(), allows(), contradictions.count]).toEqual([false, false, 1]);
    expect(error).toHaveBeenCalledTimes(1);
    expect(error).toHaveBeenCalledWith(
      { subject_id: 'rec_1', version: 3, leaf, tree_size: 10 },
      expect.stringContaining('tampered'),
    );
  });

  it('is not allowed where the authority’s successor lies below, and the alarm names the authority', () => {
    const { allows, error } = checkOf({ authority: 9 });
    expect(allows()).toBe(false);
    expect(error.mock.calls[0]?.[0]).toMatchObject({ subject_id: 'aut_1', version: 1, leaf: 9 });
  });

  it('is not allowed where the successor of a key that signed lies below, and the alarm names the key', () => {
    const { allows, error } = checkOf({ key: 9 });
    expect(allows()).toBe(false);
    expect(error.mock.calls[0]?.[0]).toMatchObject({ subject_id: 'key_a', version: 1, leaf: 9 });
    expect(checkOf({ key: 10 }).allows()).toBe(true);
  });

  it.each<[boolean, string, (string | null)[], string]>([
    [true, 'at the promised time', ['2026-02-01T01:00:00.000Z'], 'log'],
    [false, 'later', ['2026-02-01T01:00:00.001Z'], 'log'],
    [true, 'later, a suspension', [null, '2026-02-01T01:00:00.001Z'], 'log'],
    [true, 'later, in the log before', ['2026-02-01T01:00:00.001Z'], 'log/recovered-1'],
  ])('is allowed: %s where it published a tree without an element %s', (allowed, _, absentAt, origin) => {
    const suspended = sampleRow(authority, {}, 2);
    const elements = suspended.elements.map((element, index) => {
      const at = absentAt[index] ?? null;
      return { ...element, absent_at: at === null ? null : new Date(at) };
    });
    const { allows, error } = checkOf({ stored: { ...suspended, elements }, origin });
    expect([allows(), allows()]).toEqual([allowed, allowed]);
    expect(error).toHaveBeenCalledTimes(allowed ? 0 : 1);
  });

  it('is unavailable, without an alarm, while the directory is folded again', () => {
    for (const found of [{ authority: 9 }, { key: 9 }]) {
      const { allows, contradictions } = checkOf({ ...found, horizon: 4n });
      expect(allows).toThrow(expect.objectContaining({ code: 'service.unavailable' }));
      expect(contradictions.count).toBe(0);
    }
  });

  it('is not allowed where the scrub of this process has found the record or its authority to differ', () => {
    for (const concerns of ['rec_1', 'aut_1', '*']) {
      const findings = new KnownFindings();
      const difference = { subject_id: 'x', kind: 'event', difference: 'd', concerns, leaves: null } as const;
      findings.note([difference], 1);
      expect(checkOf({ findings }).allows()).toBe(false);
      findings.forgetBefore(2);
      expect(checkOf({ findings }).allows()).toBe(true);
    }
  });
});
