import { beforeEach, describe, it } from '@jest/globals';
import { BEFORE, SampleAuthentication } from './testing/sample-authentication.js';
import { makeToken } from './tokens/token.js';

let sample: SampleAuthentication;
beforeEach(() => {
  sample = new SampleAuthentication();
});

describe('a credential whose events are not whole', () => {
  const forged = (stream: string) => sample.happened(stream, { type: 'service.event.forged' });

  it.each(['crd_1', 'prj_1'])('is unavailable where one is forged: %s', (stream) => {
    sample.issue();
    forged(stream);
    sample.expectRefusal('service.unavailable');
    sample.expectRefusal('authentication.invalid', `Bearer ${makeToken('standard', 'development')}`);
  });

  it('is unavailable where one is missing, which may have been a revocation', () => {
    sample.issue();
    sample.versions.set('crd_1', 2);
    sample.happened('crd_1', {
      type: 'service.credential.updated',
      name: 'x',
      metadata: {},
      occurred_at: BEFORE,
    });
    sample.expectRefusal('service.unavailable');
  });

  it('is unavailable where a revocation was moved before its issue', () => {
    sample.versions.set('crd_1', 1);
    sample.revoke();
    sample.versions.set('crd_1', 0);
    sample.issue();
    sample.expectRefusal('service.unavailable');
  });

  it('stays revoked, and can be revoked', () => {
    sample.issue();
    forged('crd_1');
    sample.revoke();
    sample.expectRefusal('credential.revoked');
  });

  it('does not exist where its first event is forged', () => {
    forged('crd_1');
    sample.expectRefusal('authentication.invalid');
  });
});
