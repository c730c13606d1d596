import { describe, expect, it } from '@jest/globals';
import { describeProject } from '../support/describe-project.js';
import { register, uniqueName } from '../support/fixtures.js';
import { HOSTILE } from './support/hostile-texts.js';

// OWASP API8:2023; ASVS 5.0 V1.2, V1.3, V16.4.
describeProject('injection', (_service, fixture) => {
  describe.each(Object.keys(HOSTILE))('%s', (name) => {
    const text = HOSTILE[name] ?? '';

    it('is not a record id', async () => {
      const asked = await fixture.verifier.post('/v1/records/verify', { record_id: text });
      const code = asked.body['error'].code as string;
      expect([404, 400]).toContain(asked.status);
      expect(['record.not_found', 'request.invalid', 'request.malformed']).toContain(code);
    });

    it('finds nothing as a filter, and stays a text as a value', async () => {
      const filtered = await fixture.reader.get(
        `/v1/records?external_id=${encodeURIComponent(text.toWellFormed())}`,
      );
      if (filtered.status === 200) expect(filtered.body['data']).toEqual([]);
      else expect(filtered.body['error'].code).toBe('request.invalid');
      const body = {
        authority_id: fixture.authorityId,
        origin: text,
        content: 'c',
        external_id: uniqueName(),
      };
      const kept = await fixture.admin.post('/v1/records', body);
      if (kept.status === 201) expect(kept.body['origin']).toBe(text);
      else expect(kept.body['error'].code).toBe('request.invalid');
    });
  });

  it('leaves every object as it was', async () => {
    const bodies = [
      `{"record_id":"${fixture.recordId}","__proto__":{"polluted":true}}`,
      `{"record_id":"${fixture.recordId}","constructor":{"prototype":{"polluted":true}}}`,
      '{"record_id":{"__proto__":{"polluted":true}}}',
    ];
    for (const body of bodies) {
      const { status } = await fixture.verifier.post('/v1/records/verify', body);
      expect(status).toBe(400);
    }
    const metadata = '{"name":"x","capabilities":["read"],"metadata":{"__proto__":"y","constructor":"z"}}';
    const issued = await fixture.admin.post('/v1/credentials', metadata);
    expect([201, 400]).toContain(issued.status);
    const { status, body } = await fixture.verifier.post('/v1/records/verify', {
      record_id: fixture.recordId,
    });
    expect([status, body['polluted'], body['record'].polluted]).toEqual([200, undefined, undefined]);
  });

  it('of members that are not the caller’s to set is refused', async () => {
    const record = { authority_id: fixture.authorityId, origin: 'o', content: 'c' };
    const beyond = { id: 'rec_mine', project_id: 'prj_other', state: 'revoked', version: 7, verified: true };
    for (const [member, value] of Object.entries(beyond)) {
      const { status, body } = await fixture.admin.post('/v1/records', { ...record, [member]: value });
      expect([member, status, body['error'].details[0].field]).toEqual([member, 400, member]);
    }
    const credential = { name: 'x', capabilities: ['read'] };
    for (const member of ['project_id', 'secret', 'token', 'issued_by', 'state', 'key_id']) {
      const { status, body } = await fixture.admin.post('/v1/credentials', {
        ...credential,
        [member]: 'mine',
      });
      expect([member, status, body['error'].details[0].field]).toEqual([member, 400, member]);
    }
  });

  it('takes no request id from outside', async () => {
    const { headers } = await fixture.verifier.post(
      '/v1/records/verify',
      { record_id: fixture.recordId },
      { 'service-request-id': 'req_mine', 'x-request-id': 'req_mine', 'request-id': 'req_mine' },
    );
    expect(headers.get('service-request-id')).not.toContain('mine');
  });

  it('keeps no reason from standing in the history as it was written', async () => {
    const id = await register(fixture.admin, fixture.authorityId);
    const reason = `<script>alert(1)</script>'"\\\u2028${HOSTILE['a template']}`;
    const { status, body } = await fixture.admin.post(`/v1/records/${id}/suspend`, { reason });
    expect([status, body['reason']]).toEqual([200, reason]);
    const history = await fixture.reader.get(`/v1/records/${id}/history`);
    expect(history.body['reasons'][0].reason).toBe(reason);
    expect(history.headers.get('content-type')).toMatch(/^application\/json/);
  });
});
