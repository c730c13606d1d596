import { expect, it } from '@jest/globals';
import { digestText, firstFailure, parseTrust, verifySignedAnswer, type JsonValue } from '@service/evidence';
import type { Answer, Client } from './support/client.js';
import { describeProject } from './support/describe-project.js';
import { grant, register, uniqueName } from './support/fixtures.js';

const PATH = '/v1/records/verify';

describeProject('verifying a record that is looked up', (_service, fixture) => {
  const ask = (body: object, client: Client = fixture.verifier) => client.post(PATH, body);
  const outcome = ({ status, body }: Answer) => [status, body['error']?.code];
  const found = ({ status, body }: Answer) => {
    expect(status).toBe(200);
    const { lookup, verdict } = body['evidence'];
    return { id: body['record'].id as string, lookup, verdict };
  };
  const revoke = (id: string) => fixture.admin.post(`/v1/records/${id}/revoke`, { reason: 'r' });

  it('finds it by its external id, its digest and its content, and says how', async () => {
    const [external_id, content] = [uniqueName(), uniqueName()];
    const id = await register(fixture.admin, fixture.authorityId, { external_id, content });
    const once = { counts: 'unproven', current: true, matches: 1, revoked_matches: 0 };
    for (const [by, value] of Object.entries({ external_id, content, content_digest: digestText(content) })) {
      const answer = found(await ask({ [by]: value }));
      expect(answer).toMatchObject({ id, lookup: { by, ...once }, verdict: { result: 'passed' } });
    }
    const { evidence } = (await ask({ record_id: id })).body;
    expect(evidence).not.toHaveProperty('lookup');
    const scoped = await ask({ external_id, evidence_scope: ['state'] });
    expect(Object.keys(scoped.body['evidence'])).toEqual(['lookup', 'state']);
  });

  it('fails a content that was amended away, unless another record has it', async () => {
    const [former, present] = [uniqueName(), uniqueName()];
    const id = await register(fixture.admin, fixture.authorityId, { content: former });
    await fixture.admin.post(`/v1/records/${id}/amend`, { reason: 'r', content: present });
    expect(found(await ask({ content: former }))).toMatchObject({
      id,
      lookup: { current: false },
      verdict: { result: 'failed', reasons: ['lookup.not_current'] },
    });
    expect(found(await ask({ content: present }))).toMatchObject({ id, verdict: { result: 'passed' } });
    const other = await register(fixture.admin, fixture.authorityId, { content: former });
    expect(found(await ask({ content: former }))).toMatchObject({
      id: other,
      lookup: { current: true, matches: 2 },
      verdict: { result: 'passed', warnings: expect.arrayContaining(['lookup.several_records']) },
    });
  });

  it('answers about the newest active record, else the newest, and warns of a revoked one', async () => {
    const content = uniqueName();
    const first = await register(fixture.admin, fixture.authorityId, { content });
    const second = await register(fixture.admin, fixture.authorityId, { content });
    expect(found(await ask({ content })).id).toBe(second);
    await revoke(second);
    expect(found(await ask({ content }))).toMatchObject({
      id: first,
      lookup: { matches: 2, revoked_matches: 1 },
      verdict: { result: 'passed', warnings: expect.arrayContaining(['lookup.revoked_match']) },
    });
    await revoke(first);
    expect(found(await ask({ content }))).toMatchObject({
      id: second,
      verdict: { result: 'failed', reasons: ['record.revoked'] },
    });
  });

  it('is narrowed by an authority, and finds nothing of others', async () => {
    const content = uniqueName();
    const [own, other] = [fixture.authorityId, await grant(fixture.admin)];
    const id = await register(fixture.admin, own, { content });
    const theirs = await register(fixture.admin, other, { content, external_id: content });
    expect(found(await ask({ content, authority_id: own })).id).toBe(id);
    expect(found(await ask({ content, authority_id: other })).id).toBe(theirs);
    expect(outcome(await ask({ content, authority_id: 'aut_none' }))).toEqual([404, 'record.not_found']);

    const limited = await fixture.holding({ capabilities: ['verify'], authorities: [own] });
    expect(found(await ask({ content }, limited))).toMatchObject({ id, lookup: { matches: 1 } });
    const hidden = { content, authority_id: other };
    expect(outcome(await ask(hidden, limited))).toEqual([404, 'record.not_found']);
    expect(outcome(await ask({ external_id: content }, limited))).toEqual([404, 'record.not_found']);
  });

  it('is one of many in a batch, each found or refused by itself', async () => {
    const [external_id, content] = [uniqueName(), uniqueName()];
    const id = await register(fixture.admin, fixture.authorityId, { external_id, content });
    const records = [
      { content },
      { external_id: uniqueName() },
      { record_id: id },
      { external_id, content },
      { external_id },
    ];
    const { status, body } = await fixture.verifier.post(`${PATH}/batch`, { records });
    expect(status).toBe(200);
    expect(
      body['data'].map(
        (each: { record?: { id: string }; error?: { code: string } }) => each.record?.id ?? each.error?.code,
      ),
    ).toEqual([id, 'record.not_found', id, 'request.invalid', id]);
  });

  it.each([
    {},
    { record_id: 'rec_example', content: 'c' },
    { record_id: 'rec_example', authority_id: 'aut_example' },
    { external_id: 'x', content_digest: `sha256:${'0'.repeat(64)}` },
    { authority_id: 'aut_example' },
    { content_digest: 'sha256:00' },
    { external_id: '' },
    { external_id: 'a\0b' },
  ])('is refused where it does not name a record in exactly one way: %j', async (body) => {
    expect(outcome(await ask(body))).toEqual([400, 'request.invalid']);
  });

  it.each([{ external_id: '😀'.repeat(512) }, { content: '' }])(
    'is not found, and does no harm, by %j',
    async (body) => expect(outcome(await ask(body))).toEqual([404, 'record.not_found']),
  );

  it('leaves its record in the history, and of a miss nothing', async () => {
    const [content, missing] = [uniqueName(), uniqueName()];
    const id = await register(fixture.admin, fixture.authorityId, { content });
    const requests = [await ask({ content }), await ask({ external_id: missing })];
    const lines = await Promise.all(
      requests.map(async ({ headers }) => {
        const { body } = await fixture.auditor.get(`/v1/interactions/${headers.get('service-request-id')}`);
        return body['subjects'] ?? body['subject'];
      }),
    );
    expect(lines[0]).toEqual([id]);
    expect(JSON.stringify(lines[1])).not.toContain(missing);
  });

  it('leaves each record of a batch in the history', async () => {
    const [content, external_id] = [uniqueName(), uniqueName()];
    const one = await register(fixture.admin, fixture.authorityId, { content });
    const other = await register(fixture.admin, fixture.authorityId, { external_id });
    const records = [{ content }, { external_id }, { record_id: fixture.recordId }, { external_id: 'none' }];
    const { headers } = await fixture.verifier.post(`${PATH}/batch`, { records });
    const line = await fixture.auditor.get(`/v1/interactions/${headers.get('service-request-id')}`);
    expect(line.body['subjects']).toEqual([one, other, fixture.recordId]);
  });

  it('is signed with its request, which a verifier holds against the record', async () => {
    const external_id = uniqueName();
    await register(fixture.admin, fixture.authorityId, { external_id });
    const keys = await fixture.anonymous.get('/v1/log/development/keys');
    const trust = parseTrust(keys.text);
    const request = { external_id };
    const { text, headers } = await fixture.verifier.post(PATH, request, { Prefer: 'wait=5' });
    const check = (asked: JsonValue) =>
      firstFailure(
        verifySignedAnswer({ body: text, headers: Object.fromEntries(headers), request: asked }, trust),
      );
    expect(check(request)).toBeNull();
    expect(check({ external_id: 'another' })?.check).toBe('answer.signature');
  });
});
