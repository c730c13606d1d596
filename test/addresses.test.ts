import { expect, it } from '@jest/globals';
import { describeProject } from './support/describe-project.js';
import { issue } from './support/fixtures.js';

describeProject('a credential with allowed_ips', (_service, fixture) => {
  const issueFor = (...allowed_ips: string[]) =>
    issue(fixture.admin, { capabilities: ['verify', 'read'], allowed_ips });
  const from = (...addresses: string[]) => ({ 'x-forwarded-for': addresses.join(', ') });
  const refusal = [403, 'credential.address_not_allowed', 'Bearer realm="records"'];

  it('works from there, on the verify path and on every other', async () => {
    const { client } = await issueFor('203.0.113.0/24', '2001:db8::/32');
    for (const address of ['203.0.113.9', '::ffff:203.0.113.9', '2001:db8::1', '203.0.113.9:4711']) {
      const headers = from(address);
      const body = { record_id: fixture.recordId };
      expect((await client.post('/v1/records/verify', body, headers)).status).toBe(200);
      expect((await client.get('/v1/records', headers)).status).toBe(200);
    }
  });

  it('is refused from anywhere else, and so is what strangers write into X-Forwarded-For', async () => {
    const { client } = await issueFor('203.0.113.0/24');
    for (const headers of [
      {},
      from('198.51.100.1'),
      from('203.0.113.9', '198.51.100.1'),
      from('203.0.113.9', 'unknown', '10.0.0.1'),
    ]) {
      const answers = [
        await client.post('/v1/records/verify', { record_id: fixture.recordId }, headers),
        await client.get('/v1/records', headers),
      ];
      for (const { status, body, headers: answered } of answers) {
        expect([status, body['error'].code, answered.get('www-authenticate')]).toEqual(refusal);
      }
    }
    expect((await client.get('/v1/records', from('203.0.113.9', '10.1.2.3'))).status).toBe(200);
  });

  it('gets the code for revoked rather than the one for its address', async () => {
    const { id, client } = await issueFor('203.0.113.0/24');
    await fixture.admin.post(`/v1/credentials/${id}/revoke`, { reason: 'lost' });
    const { status, body } = await client.get('/v1/records', from('198.51.100.1'));
    expect([status, body['error'].code]).toEqual([401, 'credential.revoked']);
  });
});
