import { describe, expect, it } from '@jest/globals';
import { requestDigest } from '@service/evidence';
import fc from 'fast-check';
import { batchRequestDigest, verifyRequestDigest } from './request-digest.js';

const asked = fc.record(
  {
    record_id: fc.string({ unit: 'grapheme', minLength: 1 }),
    evidence_scope: fc.subarray(['state', 'provenance', 'authority']),
  },
  { requiredKeys: ['record_id'] },
);

describe('the digest of a request to verify', () => {
  it('is the digest of its canonical form', () => {
    fc.assert(
      fc.property(asked, (body) => {
        const path = '/v1/records/verify';
        expect(verifyRequestDigest(body)).toBe(requestDigest({ method: 'POST', path, body }));
      }),
    );
  });

  it('is the digest of the canonical form of a batch', () => {
    fc.assert(
      fc.property(fc.array(asked), (records) => {
        const path = '/v1/records/verify/batch';
        expect(batchRequestDigest(records)).toBe(requestDigest({ method: 'POST', path, body: { records } }));
      }),
    );
  });
});
