import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { EvidenceBundle } from '@service/evidence';
import type { Answer } from './support/client.js';
import { describeService } from './support/describe-service.js';
import { grant, register } from './support/fixtures.js';
import { newIssuer } from './support/issuer.js';

const VERIFY = 'evidence-cli/dist/commands/verify-evidence.js';
const KEYS = 'credential-authority/dist/commands/keys.js';
const NONCE = 'a-nonce-of-mine';
/** Milliseconds for what begins the service anew. */
const PATIENCE = 240_000;

const evidence = (id: string) => `/v1/records/${id}/evidence`;

describeService('an evidence bundle', (service, world) => {
  it('is a record’s own: another’s, and one that is not there, cannot be told apart', async () => {
    const id = await register(world.admin, world.authorityId);
    const { body } = await world.operator.post('/v1/projects', { name: 'Another' });
    const stranger = world.anonymous.as(String(body['credential'].token));
    const answers = [await stranger.get(evidence(id)), await world.verifier.get(evidence('rec_missing'))];
    expect(answers.map((answer) => [answer.status, answer.body['error'].code])).toEqual(
      Array(2).fill([404, 'record.not_found']),
    );
    expect((await world.reader.get(evidence(id))).body['error']).toMatchObject({
      code: 'authority.insufficient_scope',
      scope_required: 'verify',
    });
    expect((await world.verifier.get(evidence(id), { 'service-nonce': 'a b' })).status).toBe(400);
  });

  it('is a document in its JCS form that nobody keeps, and a line of the history', async () => {
    const id = await register(world.admin, world.authorityId);
    const answer = await world.verifier.get(evidence(id), { prefer: 'wait=5' });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(answer.headers.get('preference-applied')).toBe('wait=5');
    expect(answer.headers.has('etag')).toBe(false);
    const bundle = answer.body as unknown as EvidenceBundle;
    expect(Object.keys(bundle)).toEqual(Object.keys(bundle).toSorted());
    expect(bundle.answer.request_id).toBe(answer.headers.get('service-request-id'));
    expect(bundle.answer.as_of).toBe(answer.headers.get('service-evidence-as-of'));
    const line = await world.auditor.get(`/v1/interactions/${bundle.answer.request_id}`);
    expect(line.body).toMatchObject({ operation: 'record.evidence', subject: id, status: 200 });
  });

  describe('of a service that is off', () => {
    let signedByIssuer: EvidenceBundle;
    let plain: EvidenceBundle;

    const file = (name: string) => join(service.dataDirectory, name);
    const keep = async (name: string, content: unknown) => {
      await writeFile(file(name), typeof content === 'string' ? content : JSON.stringify(content));
      return file(name);
    };
    const verify = (...words: string[]) =>
      service.command(VERIFY, ...words, '--keys', file('keys.json')).then(
        (output) => ({ code: 0, last: output.trimEnd().split('\n').at(-1) }),
        ({ code, stdout }: { code: number; stdout: string }) => ({
          code,
          last: stdout.trimEnd().split('\n').at(-1),
        }),
      );
    const verified = { code: 0, last: 'verified' };
    const changed = async (change: (bundle: EvidenceBundle) => void) => {
      const bundle = structuredClone(signedByIssuer);
      change(bundle);
      return verify(await keep('changed.json', bundle));
    };

    /** As `curl -D` writes them. */
    const headerLines = ({ status, headers }: Answer) =>
      [`HTTP/1.1 ${status} OK`, ...Array.from(headers, ([name, value]) => `${name}: ${value}`), '', ''].join(
        '\r\n',
      );

    beforeAll(async () => {
      const issuer = newIssuer();
      const authority_id = await grant(world.admin, { public_key: issuer.publicKey });
      const other = await register(world.admin, world.authorityId);
      const { log, project_id } = (await world.verifier.get(evidence(other))).body['record'][0];
      const statement = (content_digest: string) => ({
        authority_id,
        content_digest,
        expires_at: null,
        external_id: null,
        log,
        origin: 'https://registry.example/1',
        project_id,
      });
      const said = (digit: string) => {
        const content_digest = `sha256:${digit.repeat(64)}`;
        return { content_digest, issuer_signature: issuer.sign(statement(content_digest)) };
      };
      const id = await register(world.admin, authority_id, { content: undefined, ...said('1') });
      const change = async (transition: string, members: object = {}) => {
        const answer = await world.admin.post(`/v1/records/${id}/${transition}`, { reason: 'r', ...members });
        expect(answer.status).toBe(200);
      };
      await change('amend', said('2'));
      await change('suspend');
      await service.command(KEYS, 'rotate', 'provenance');
      await service.command(KEYS, 'rotate', 'answer');
      await service.end('SIGTERM');
      await service.begin();
      await change('reinstate');
      await world.admin.post(`/v1/authorities/${authority_id}/suspend`, { reason: 'r' });

      const read = async (record: string) => {
        const answer = await world.verifier.get(evidence(record), {
          'service-nonce': NONCE,
          prefer: 'wait=10',
        });
        expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('"format":"bundle/v1"')]);
        return answer.body as unknown as EvidenceBundle;
      };
      signedByIssuer = await read(id);
      plain = await read(other);
      await keep('bundle.json', signedByIssuer);
      await keep('plain.json', plain);
      await keep('keys.json', (await world.anonymous.get('/v1/log/development/keys')).text);
      const answer = await world.verifier.post('/v1/records/verify', { record_id: id });
      await keep('answer.json', answer.text);
      await keep('headers.txt', headerLines(answer));
      await service.end('SIGTERM');
    }, PATIENCE);

    it('verifies, with keys that were rotated in between and elements that the issuer signed', async () => {
      expect(await verify(file('bundle.json'), '--nonce', NONCE)).toEqual(verified);
      expect(await verify(file('plain.json'))).toEqual(verified);
      const { record, keys, authorities } = signedByIssuer;
      expect(record.map(({ state }) => state)).toEqual(['active', 'active', 'suspended', 'active']);
      expect(new Set(record.map(({ signature }) => signature?.key_id)).size).toBe(2);
      expect(Object.keys(keys)).toHaveLength(3);
      expect(Object.values(authorities).map(({ length }) => length)).toEqual([2]);
      expect(signedByIssuer.answer.body['evidence']).toMatchObject({
        provenance: { verified: true, receipt: { log_index: expect.any(Number) } },
        authority: { valid_at_event: true, valid_now: false },
      });
    });

    it('verifies as an answer with its headers', async () => {
      expect(await verify('--answer', file('answer.json'), '--headers', file('headers.txt'))).toEqual(
        verified,
      );
    });

    it.each<[check: string, change: (bundle: EvidenceBundle) => void]>([
      [
        'record.digests',
        ({ record: [, amended] }) => Object.assign(amended ?? {}, { origin: 'https://x.example' }),
      ],
      ['record.sequence', ({ record }) => record.splice(2, 1)],
      [
        'record.signatures',
        ({ record: [registered] }) => Object.assign(registered ?? {}, { signature: null }),
      ],
      ['answer.signature', ({ answer }) => (answer.body['verified_at'] = '2030-01-01T00:00:00.000Z')],
      [
        'record.inclusion',
        ({ inclusion, record }) =>
          Object.assign(inclusion, { [record[0]?.record_id ?? '']: Object.values(inclusion)[0] }),
      ],
      ['record.form', (bundle) => Object.assign(bundle, { record: [] })],
      [
        'checkpoint.signature',
        (bundle) => (bundle.checkpoint = bundle.checkpoint.replace(/\n\n.*/s, '\n\n')),
      ],
    ])('is refused by %s once it was tampered with', async (check, change) => {
      expect(await changed(change)).toEqual({ code: 1, last: `NOT verified: ${check}` });
    });
  });
});
