import { describe, expect, it } from '@jest/globals';
import { RECORD_STATES } from './elements/record-transitions.js';
import { canonicalJson, type JsonValue } from './json/index.js';
import { judgeRecord, renderLookup, renderVerdict, type Lookup, type VerdictBasis } from './verdict.js';

const GOOD: VerdictBasis = {
  verified: true,
  logged: true,
  state: 'active',
  successorId: null,
  authority: { validAtEvent: true, validNow: true, compromisedAtEvent: false },
  lookup: null,
};
const FOUND: Lookup = { by: 'content', counts: 'unproven', current: true, matches: 1, revoked_matches: 0 };
const authority = (changes: Partial<VerdictBasis['authority']>) => ({ ...GOOD.authority, ...changes });

const [no, yes] = [[false, true] as const, [true, false] as const];
const EVERY: VerdictBasis[] = RECORD_STATES.flatMap((state) =>
  yes.flatMap((verified) =>
    yes.flatMap((logged) =>
      yes.flatMap((validAtEvent) =>
        yes.flatMap((validNow) =>
          no.map((compromised) => ({
            verified,
            logged,
            state,
            lookup: null,
            successorId: state === 'superseded' ? 'rec_2' : null,
            authority: authority({
              validAtEvent: validAtEvent && !compromised,
              validNow,
              compromisedAtEvent: compromised,
            }),
          })),
        ),
      ),
    ),
  ),
);

describe('a verdict', () => {
  it('by id is passed only where the provenance is verified, the record active, and its authority was valid', () => {
    const passed = EVERY.filter((basis) => judgeRecord(basis).result === 'passed');
    expect(passed).toEqual(
      EVERY.filter(
        ({ verified, state, authority: { validAtEvent } }) => verified && state === 'active' && validAtEvent,
      ),
    );
    expect(passed).toHaveLength(4);
  });

  it('is failed exactly where there is a reason', () => {
    for (const basis of EVERY) {
      const { result, reasons } = judgeRecord(basis);
      expect([result, reasons.length > 0]).toEqual(reasons.length > 0 ? ['failed', true] : ['passed', false]);
    }
  });

  it.each<[Partial<VerdictBasis>, object]>([
    [{}, { result: 'passed', reasons: [], warnings: [] }],
    [{ verified: false }, { result: 'failed', reasons: ['provenance.unverified'], warnings: [] }],
    [{ logged: false }, { result: 'passed', reasons: [], warnings: ['provenance.not_logged'] }],
    [{ state: 'revoked' }, { result: 'failed', reasons: ['record.revoked'], warnings: [] }],
    [
      { state: 'superseded', successorId: 'rec_2' },
      { result: 'failed', reasons: ['record.superseded'], warnings: [], successor_id: 'rec_2' },
    ],
    [
      { authority: authority({ validNow: false }) },
      { result: 'passed', reasons: [], warnings: ['authority.not_valid_now'] },
    ],
    [
      { authority: authority({ validAtEvent: false, validNow: false }) },
      { result: 'failed', reasons: ['authority.not_valid_at_event'], warnings: [] },
    ],
    [
      {
        state: 'suspended',
        authority: { validAtEvent: false, validNow: false, compromisedAtEvent: true },
      },
      { result: 'failed', reasons: ['record.suspended', 'authority.compromised'], warnings: [] },
    ],
    [{ lookup: FOUND }, { result: 'passed', reasons: [], warnings: [] }],
    [
      { lookup: { ...FOUND, current: false } },
      { result: 'failed', reasons: ['lookup.not_current'], warnings: [] },
    ],
    [
      { lookup: { ...FOUND, matches: 2, revoked_matches: 1 } },
      { result: 'passed', reasons: [], warnings: ['lookup.several_records', 'lookup.revoked_match'] },
    ],
  ])('names everything: %j', (basis, verdict) => {
    expect(judgeRecord({ ...GOOD, ...basis })).toEqual(verdict);
  });

  it('is rendered in its JCS form, and so is a look-up', () => {
    expect(renderLookup(FOUND)).toBe(canonicalJson(FOUND as unknown as JsonValue));
    for (const basis of EVERY) {
      const verdict = judgeRecord(basis);
      expect(renderVerdict(verdict)).toBe(canonicalJson(verdict as unknown as JsonValue));
    }
  });
});
