import { expect, it } from '@jest/globals';
import type { EvidenceBundle } from '@service/evidence';
import { describeProject } from './support/describe-project.js';
import { register } from './support/fixtures.js';

const evidence = (id: string) => `/v1/records/${id}/evidence`;

describeProject('an evidence bundle', (service, fixture) => {
  it('is a record’s own: another’s, and one that is not there, cannot be told apart', async () => {
    const id = await register(fixture.admin, fixture.authorityId);
    const { body } = await fixture.operator.post('/v1/projects', { name: 'Another' });
    const stranger = fixture.anonymous.as(String(body['credential'].token));
    const answers = [await stranger.get(evidence(id)), await fixture.verifier.get(evidence('rec_missing'))];
    expect(answers.map((answer) => [answer.status, answer.body['error'].code])).toEqual(
      Array(2).fill([404, 'record.not_found']),
    );
    expect((await fixture.reader.get(evidence(id))).body['error']).toMatchObject({
      code: 'authority.insufficient_scope',
      scope_required: 'verify',
    });
    expect((await fixture.verifier.get(evidence(id), { 'service-nonce': 'a b' })).status).toBe(400);
  });

  it('is a document in JCS form that no cache stores, and a line of the history', async () => {
    const id = await register(fixture.admin, fixture.authorityId);
    const answer = await fixture.verifier.get(evidence(id), { prefer: 'wait=5' });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(answer.headers.get('preference-applied')).toBe('wait=5');
    expect(answer.headers.has('etag')).toBe(false);
    const bundle = answer.body as unknown as EvidenceBundle;
    expect(Object.keys(bundle)).toEqual(Object.keys(bundle).toSorted());
    expect(bundle.answer.request_id).toBe(answer.headers.get('service-request-id'));
    expect(bundle.answer.as_of).toBe(answer.headers.get('service-evidence-as-of'));
    const line = await fixture.auditor.get(`/v1/interactions/${bundle.answer.request_id}`);
    expect(line.body).toMatchObject({ operation: 'record.evidence', subjects: [id], status: 200 });
  });
});
