import { describe, expect, it } from '@jest/globals';
import { canonicalJson, digestText } from '@service/evidence';
import { sampleAuthority, sampleKeys, sampleRow } from '../../testing/sample-record.js';
import { provenanceHolds } from '../../verify/provenance-holds.js';
import { StoredRecord, type ElementRow, type RecordRow } from './stored-record.js';

const authority = sampleAuthority();
const row = sampleRow(authority);
const callerOf = (projectId: string) => ({ projectId, authorities: null });
const verified = (changed: RecordRow): boolean => new StoredRecord(changed, 0).verified(sampleKeys);

/** The row with one of its elements changed. */
function withElement(index: number, change: (element: ElementRow) => Partial<ElementRow>): RecordRow {
  const elements = row.elements.map((each, at) => (at === index ? { ...each, ...change(each) } : each));
  return { ...row, elements };
}

/** Another value of the same type, and one of another type. */
function othersThan(value: unknown): unknown[] {
  if (typeof value === 'number') return [value + 1, String(value), null];
  if (typeof value === 'string') return [`${value} `, '', null, 0];
  return ['something', 1, {}];
}

const columns = Object.keys(row).filter(
  (name) => !['elements', 'found_different', 'receipt', 'successor_index', 'places'].includes(name),
);
const members = row.elements.flatMap(({ text }, index) =>
  Object.keys(JSON.parse(text) as object).map((name): [number, string] => [index, name]),
);

describe('a record whose rows agree', () => {
  it('is verified', () => expect(verified(row)).toBe(true));

  it('is verified after its reasons and their salts are erased', () => {
    const elements = row.elements.map((each) => ({ ...each, reason: null, reason_salt: null }));
    expect(verified({ ...row, reason: null, elements })).toBe(true);
  });

  it('belongs only to its project', () => {
    expect(new StoredRecord(row, 0).belongsTo(callerOf('prj_1'))).toBe(true);
    expect(new StoredRecord(row, 0).belongsTo(callerOf('prj_2'))).toBe(false);
    const hidden = new StoredRecord({ ...row, project_id: 'prj_2' }, 0);
    expect([hidden.belongsTo(callerOf('prj_1')), hidden.verified(sampleKeys)]).toEqual([true, false]);
  });
});

describe('a record is not verified', () => {
  it('where a key was compromised before the log had one of its elements, or of its authority’s', () => {
    const keyOf = (keyId: string) => {
      const key = sampleKeys(keyId);
      return key && { ...key, invalid_from_size: 7 };
    };
    const held = (ofAuthority: number, ...places: number[]) => {
      const named = Object.fromEntries(places.map((place, index) => [`rec_1 ${index + 1}`, place]));
      const stored = new StoredRecord({ ...row, places: { ...named, 'aut_1 1': ofAuthority } }, 0);
      return provenanceHolds(stored, authority, keyOf);
    };
    expect([held(3, 4, 5, 6), held(3, 4, 5, 7), held(3, 4, 5), held(7, 4, 5, 6)]).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(new StoredRecord(row, 0).verified(keyOf)).toBe(false);
  });

  it('where its key had ended before the time of one of its elements, but for the slack of clocks', () => {
    const endedAt = (revoked_at: string) => (keyId: string) => {
      const key = sampleKeys(keyId);
      return key && { ...key, cause: 'ceased' as const, revoked_at };
    };
    const at = ['2026-02-01T00:00:00.000Z', '2026-01-31T23:59:30.000Z', '2026-01-31T23:59:29.999Z'];
    expect(at.map((end) => new StoredRecord(row, 0).verified(endedAt(end)))).toEqual([true, true, false]);
  });

  it.each(columns)('after any change of its column %s', (name) => {
    const value = row[name as keyof RecordRow];
    for (const other of othersThan(value))
      expect([other, verified({ ...row, [name]: other })]).toEqual([other, false]);
  });

  it.each(members)('after any change of the text of element %i at %s', (index, name) => {
    const content = JSON.parse(row.elements[index]?.text ?? '') as Record<string, unknown>;
    for (const other of [...othersThan(content[name]), undefined]) {
      const text = canonicalJson({ ...content, [name]: other });
      const changed = withElement(index, () => ({ text }));
      expect([other, verified(changed)]).toEqual([other, false]);
      // Nor with the digest in the row: the signature is that of another element.
      expect([other, verified({ ...changed, digest: digestText(text) })]).toEqual([other, false]);
    }
  });

  it.each([0, 1, 2])('after another column of element %i was changed', (index) => {
    for (const name of ['sequence', 'signature', 'reason', 'reason_salt'] as const) {
      for (const other of othersThan(row.elements[index]?.[name])) {
        const changed = withElement(index, () => ({ [name]: other }));
        expect([name, other, verified(changed)]).toEqual([name, other, false]);
      }
    }
  });

  it.each([0, 1, 2])('after element %i was written in another form', (index) => {
    for (const change of [(text: string) => ` ${text}`, (text: string) => text.replace(',', ', ')]) {
      expect(verified(withElement(index, ({ text }) => ({ text: change(text) })))).toBe(false);
    }
    for (const text of ['{', 'null']) expect(verified(withElement(index, () => ({ text })))).toBe(false);
  });

  it('after elements were removed, repeated or put in another order', () => {
    const [first, second, third] = row.elements as [ElementRow, ElementRow, ElementRow];
    const orders = [[], [first], [first, second], [second, third], [first, third], [first, third, second]];
    for (const elements of [...orders, [first, second, third, third]]) {
      expect(verified({ ...row, elements })).toBe(false);
    }
  });

  it('after a finding of the scrub', () => {
    expect(verified({ ...row, found_different: true })).toBe(false);
  });
});
