import { expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import type { Answer } from './support/client.js';
import { describeProject } from './support/describe-project.js';
import { issue } from './support/fixtures.js';

const PATH = '/v1/credentials/report-leak';

describeProject('a leak report', (service, fixture) => {
  const report = (body: unknown, address = '203.0.113.1') =>
    fixture.anonymous.post(PATH, body, { 'x-forwarded-for': address });
  const codeOf = async (token: string) => {
    const { status, body } = await fixture.anonymous.as(token).get('/v1/projects/current');
    return status === 200 ? 'ok' : body['error'].code;
  };
  const revoked = (token: string) =>
    eventually(async () => expect(await codeOf(token)).toBe('credential.revoked'));
  const reasonOf = async (id: string) => {
    const [event] = await service.sql<{ data: { reason: string } }>(
      `SELECT data FROM credential_authority.events
       WHERE stream_id = $1 AND type = 'service.credential.revoked'`,
      [id],
    );
    return event?.data.reason;
  };
  /** An answer without the parts that differ in every answer. */
  const shown = ({ status, text, headers }: Answer) => {
    const names = [...headers.keys()].filter((name) => !['date', 'service-request-id'].includes(name));
    return [status, text, ...names.sort().map((name) => `${name}: ${headers.get(name)}`)];
  };

  it('revokes what is live, for the place where it was found', async () => {
    const { id, token } = await issue(fixture.admin);
    const url = 'https://github.com/octocat/Hello-Fixture/blob/main/foo.txt';
    const answer = await report([{ token, type: 'record_token', url, source: 'content', extra: 1 }]);
    expect([answer.status, answer.text]).toEqual([202, '{}']);
    await revoked(token);
    expect(await reasonOf(id)).toBe(`Reported as leaked: ${url}`);
  });

  it('gets the same answer for all tokens, and wrong secrets revoke nothing', async () => {
    const { token } = await issue(fixture.admin);
    const [mine, other] = [await issue(fixture.admin), await issue(fixture.admin)];
    // The key id of one and the secret of another; the checksum is then wrong for both.
    const mixed = mine.token.slice(0, 25) + other.token.slice(25);
    const dead = await issue(fixture.admin);
    await report([{ token: dead.token }]);
    await revoked(dead.token);
    const answers: Answer[] = [];
    for (const each of [token, mixed, dead.token, 'svc_dev_nothing', 'x']) {
      answers.push(await report([{ token: each }]));
    }
    for (const answer of answers) expect(shown(answer)).toEqual(shown(answers[0] as Answer));
    await revoked(token);
    expect(await Promise.all([mine.token, other.token].map(codeOf))).toEqual(['ok', 'ok']);
  });

  it.each([
    ['{}', 400, 'request.invalid'],
    ['[]', 400, 'request.invalid'],
    ['[{"url":"x"}]', 400, 'request.invalid'],
    [JSON.stringify(Array.from({ length: 101 }, () => ({ token: 'x' }))), 400, 'request.invalid'],
    ['[', 400, 'request.malformed'],
    [JSON.stringify([{ token: 'x'.repeat(65_536) }]), 413, 'request.too_large'],
  ])('of another form is refused: %.20s', async (body, status, code) => {
    const answer = await report(body, '203.0.113.2');
    expect([answer.status, answer.body['error'].code]).toEqual([status, code]);
  });

  it('is taken 60 times from one address, and then once a minute, before anything of it is read', async () => {
    let taken = 0;
    const waitsFor = (answer: Answer) => Number(answer.headers.get('retry-after'));
    await eventually(
      async () => {
        const answer = await report([{ token: 'x' }], `2001:db8::${taken.toString(16)}`);
        if (answer.status === 202) taken += 1;
        // Where gateways share the limit, one that has used up its share gets more of it within a second.
        expect(waitsFor(answer)).toBeGreaterThan(1);
      },
      { timeout: 30_000, interval: 0 },
    );
    expect(taken).toBeGreaterThanOrEqual(60);
    expect(taken).toBeLessThanOrEqual(61);
    const refused = await report('[', '2001:db8::ffff');
    expect([refused.status, refused.body['error'].code]).toEqual([429, 'rate.limited']);
    expect(waitsFor(refused)).toBeLessThanOrEqual(60);
    expect((await report([{ token: 'x' }], '2001:db8:0:1::1')).status).toBe(202);
  });
});
