import { expect, it } from '@jest/globals';
import { SampleService } from '../testing/sample-service.js';
import { revoked } from '../testing/tamperings-rules.js';
import { parseTrust } from './trust.js';
import { verifyBundle } from './verify-bundle.js';

function reportOf(service: SampleService) {
  const { ok, checks } = verifyBundle(
    JSON.stringify(service.bundle('rec_1')),
    parseTrust(JSON.stringify(service.trust())),
  );
  return { ok, about: checks.find(({ check }) => check === 'record.issuer_signatures')?.about };
}

it('a report names what the project stopped without its issuer, and verifies nevertheless', () => {
  const service = SampleService.usual();
  const suspended = { type: 'service.record.suspended', state: 'suspended' } as const;
  service.record('rec_1', 'aut_1', suspended, revoked);
  expect(reportOf(service)).toEqual({
    ok: true,
    about:
      '2 signatures of issuers; stopped by the project, not signed by the issuer: element 3 of rec_1, element 4 of rec_1',
  });
});

it('a revocation that the issuer signed is not named', () => {
  const service = SampleService.usual();
  service.issues = (content) => ({ ...content, issuer_signature: service.issuerSignature(content) });
  service.record('rec_1', 'aut_1', revoked);
  expect(reportOf(service)).toEqual({ ok: true, about: '3 signatures of issuers' });
});
