import { describe, expect, it } from '@jest/globals';
import { canonicalJson, digestText, type PublishedKey } from '@service/evidence';
import { sampleAuthority, sampleKeys, sampleRow } from '../../testing/sample-record.js';
import type { DirectoryAuthority } from '../directory.js';
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
  (name) => !['elements', 'found_different', 'receipt', 'successor_index'].includes(name),
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
  it('where its key had ended before, or was published after the time of one of its elements, but for slack', () => {
    const verifiedBy = (terms: Partial<PublishedKey>) =>
      new StoredRecord(row, 0).verified((keyId) => {
        const key = sampleKeys(keyId);
        return key && { ...key, ...terms };
      });
    const ends = ['2026-02-01T00:00:00.000Z', '2026-01-31T23:59:25.000Z', '2026-01-31T23:59:24.999Z'];
    expect(ends.map((revoked_at) => verifiedBy({ revoked_at }))).toEqual([true, true, false]);
    const starts = ['2026-02-01T00:00:00.000Z', '2026-02-01T00:00:35.000Z', '2026-02-01T00:00:35.001Z'];
    expect(starts.map((published_at) => verifiedBy({ published_at }))).toEqual([true, true, false]);
  });

  it('where its authority did not allow it, by the time or by the state of the element that it names', () => {
    const next = (occurred_at: string) =>
      sampleAuthority({}, { type: 'service.authority.scope_changed', occurred_at });
    const restsOn = (allowing: DirectoryAuthority) =>
      new StoredRecord(sampleRow(allowing), 0).restsOn(allowing);
    expect(['2026-01-31T23:59:50.000Z', '2026-01-31T23:59:49.999Z'].map((at) => restsOn(next(at)))).toEqual([
      true,
      false,
    ]);
    expect(restsOn(sampleAuthority({ valid_until: '2026-01-31T00:00:00.000Z' }))).toBe(false);
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
