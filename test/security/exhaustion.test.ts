import { connect } from 'node:net';
import { expect, it } from '@jest/globals';
import { describeProject } from '../support/describe-project.js';

// OWASP API4:2023, unrestricted resource consumption; ASVS 5.0 V4.
describeProject('exhaustion', (service, fixture) => {
  const path = '/v1/records/verify';
  const codeOf = async (body: string, to = path) => {
    const answer = await fixture.admin.post(to, body);
    return [answer.status, answer.body['error']?.code];
  };

  it.each([
    ['a body of 64 KiB and a byte', 'x'.repeat(65_537), 413],
    ['lists in lists, a thousand deep', '['.repeat(1_000) + ']'.repeat(1_000), 400],
    ['objects in objects, ten thousand deep', '{"a":'.repeat(10_000), 400],
    ['a list that never ends', '[', 400],
    ['thirty thousand members', `{${Array.from({ length: 5_000 }, (_, n) => `"m${n}":1`).join(',')}}`, 400],
    ['one member, five thousand times', `{${'"a":1,'.repeat(5_000)}"a":1}`, 400],
    ['a number of thirty thousand digits', `{"record_id":${'9'.repeat(30_000)}}`, 400],
    ['an id of sixty thousand characters', `{"record_id":"${'x'.repeat(60_000)}"}`, 404],
  ])('is not reached by %s', async (_, body, status) => {
    expect((await codeOf(body))[0]).toBe(status);
  });

  it('is not reached by a batch of 101', async () => {
    const records = Array.from({ length: 101 }, () => ({ record_id: fixture.recordId }));
    expect(await codeOf(JSON.stringify({ records }), '/v1/records/verify/batch')).toEqual([
      400,
      'request.invalid',
    ]);
  });

  it.each(['0', '101', '-1', '1e9', '9007199254740993', '20;DROP'])(
    'is not reached by a page of %s',
    async (limit) => {
      const { status, body } = await fixture.admin.get(`/v1/records?limit=${encodeURIComponent(limit)}`);
      expect([status, body['error'].code]).toEqual([400, 'request.invalid']);
    },
  );

  it('is not reached by a compressed body, which is not unpacked', async () => {
    const { status, body } = await fixture.verifier.post(path, '{}', { 'content-encoding': 'gzip' });
    expect([status, body['error'].code]).toEqual([415, 'request.unsupported_media_type']);
  });

  it('is not reached by a thousand connections that say nothing', async () => {
    const { hostname, port } = new URL(service.baseUrl);
    const idle = Array.from({ length: 1_000 }, () =>
      connect(Number(port), hostname).on('error', () => undefined),
    );
    try {
      const answer = await fixture.verifier.post(path, { record_id: fixture.recordId });
      expect(answer.status).toBe(200);
    } finally {
      for (const socket of idle) socket.destroy();
    }
  });

  it('is not reached by many parameters of one name', async () => {
    const query = Array.from({ length: 500 }, () => 'state=active').join('&');
    const { status, body } = await fixture.reader.get(`/v1/records?${query}`);
    expect([status, body['error'].code]).toEqual([400, 'request.invalid']);
  });

  it('ends at a credential’s own limit, and takes no other credential along', async () => {
    const wanted = { name: 'Slow', capabilities: ['verify'], rate_limit: { verify: 5 } };
    const slow = fixture.anonymous.as((await fixture.admin.post('/v1/credentials', wanted)).body['token']);
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => slow.post(path, { record_id: fixture.recordId })),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    for (const { body, headers } of refused) {
      expect(body['error'].code).toBe('rate.limited');
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect(headers.get('ratelimit-policy')).toContain('"verify"');
    }
    expect((await fixture.verifier.post(path, { record_id: fixture.recordId })).status).toBe(200);
  });
});
