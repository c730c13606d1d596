import { describe, expect, it } from '@jest/globals';
import { requestDigest } from '@service/evidence';
import fc from 'fast-check';
import { EVIDENCE_PARTS } from './render-envelope.js';
import { batchRequestDigest, verifyRequestDigest, type VerifyBody } from './verify.bodies.js';

const text = fc.string({ unit: 'grapheme', minLength: 1 });
const scope = { evidence_scope: fc.subarray([...EVIDENCE_PARTS]) };
const asked: fc.Arbitrary<VerifyBody> = fc.oneof(
  fc.record({ record_id: text, ...scope }, { requiredKeys: ['record_id'] }),
  fc.record(
    { external_id: text, content_digest: text, content: text, authority_id: text, ...scope },
    { requiredKeys: [] },
  ),
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
