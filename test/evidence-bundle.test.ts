import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import { parseCheckpoint, parseNote, parseTrust, verifyBundle, type EvidenceBundle } from '@service/evidence';
import { describeProject } from './support/describe-project.js';
import { runRvs } from './support/evidence-commands.js';
import { register } from './support/fixtures.js';

const evidence = (id: string) => `/v1/records/${id}/evidence`;

describeProject('an evidence bundle', (service, fixture) => {
  const log = async (name: string) => (await fixture.anonymous.get(`/v1/log/development/${name}`)).text;

  it('is a record’s own: another’s, and one that is not there, cannot be told apart', async () => {
    const id = await register(fixture.admin, fixture.authorityId);
    const stranger = await fixture.stranger();
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
    expect(line.body).toMatchObject({ operation: 'records.evidence', subjects: [id], status: 200 });
  });

  it('leads from a checkpoint that its reader stored, if the reader names its size', async () => {
    const checkpoint = await log('checkpoint');
    const { size } = parseCheckpoint(parseNote(checkpoint).text);
    const trust = parseTrust(await log('keys'));
    const id = await register(fixture.admin, fixture.authorityId);
    const read = async (query: string) => {
      const { status, text } = await fixture.verifier.get(evidence(id) + query, { prefer: 'wait=10' });
      return { status, report: verifyBundle(text, trust, { checkpoint }) };
    };
    const { status, report } = await read(`?from=${size}`);
    expect([status, report.undecided, report.ok]).toEqual([200, [], true]);
    // An answer as of the stored checkpoint itself would prove it.
    await eventually(async () => {
      expect((await read('')).report).toMatchObject({ ok: false, undecided: ['kept.consistency'] });
    });
    expect((await read('?from=0')).status).toBe(200);
  });

  it.each(['x', '-1', '1.5', '1e3', '9007199254740992', ''])('is refused from %s entries', async (from) => {
    const id = await register(fixture.admin, fixture.authorityId);
    const { status, body } = await fixture.verifier.get(`${evidence(id)}?from=${from}`);
    expect([status, body['error'].code, body['error'].details[0].field]).toEqual([
      400,
      'request.invalid',
      'from',
    ]);
  });

  it('is refused from a size that the log never had', async () => {
    const id = await register(fixture.admin, fixture.authorityId);
    const { status, body } = await fixture.verifier.get(`${evidence(id)}?from=9007199254740991`);
    expect([status, body['error'].code]).toEqual([400, 'request.invalid']);
    expect(body['error'].details[0].issue).toMatch(/^is larger than the log, which has \d+ entries$/);
  });

  it('is proven to show the newest by the log’s entries, which the command reads', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'bundle-'));
    const id = await register(fixture.admin, fixture.authorityId);
    const keep = async (name: string, text: string) => {
      await writeFile(join(folder, name), text);
      return join(folder, name);
    };
    const bundle = await fixture.verifier.get(evidence(id), { prefer: 'wait=10' });
    const call = [
      await keep('bundle.json', bundle.text),
      '--keys',
      await keep('keys.json', await log('keys')),
    ];
    const url = `${service.baseUrl}/v1/log/development/`;
    const kept = ['--checkpoint', await keep('kept', await log('checkpoint'))];
    const newest = ['--online', url, '--require', 'newest'];
    const { code, stdout, stderr } = await runRvs('bundle', 'verify', ...call, ...newest, ...kept);
    expect([code, stderr, stdout.trimEnd().split('\n').at(-1)]).toEqual([
      0,
      '',
      'verified (newest: proven; witnesses 0 of 0)',
    ]);
    await rm(folder, { recursive: true });
  });
});
