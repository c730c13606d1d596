import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EvidenceBundle } from '@service/evidence';
import { DATABASE_APPS } from '@service/platform/boundaries';
import { eventually } from '@service/testing';
import { forge } from './security/support/token-text.js';
import type { Answer } from './support/client.js';
import { describeService } from './support/describe-service.js';
import { grant, register, uniqueName } from './support/fixtures.js';
import { newIssuer } from './support/issuer.js';

type Row = Record<string, unknown>;

interface ShownElement {
  signature: { key_id: string };
}

const KEYS = 'credential-authority/commands/keys.js';
const RVS = '../clients/cli/dist/rvs.js';
const CHECK = 'verify-api/commands/check-history.js';
const NONCE = 'a-nonce-of-mine';
/** Milliseconds for a restart, and for a test that runs several commands. */
const [START, COMMANDS] = [240_000, 120_000];
/** Every process wants the same few cores, and a group on Kafka takes its time to form. */
const SEALED = { timeout: 30_000 };

describeService('a service that was killed and restarted with other keys', (service, fixture) => {
  const run = (file: string, ...words: string[]) => service.outcome(file, ...words);
  const keys = (...words: string[]) => run(KEYS, ...words);
  const newestElement = async (id: string) => {
    const { body } = await fixture.verifier.post('/v1/records/verify', { record_id: id });
    const { verified, chain } = body['evidence'].provenance;
    return { verified: verified as boolean, keyId: (chain.at(-1) as ShownElement).signature.key_id };
  };
  const verifiedOf = async (...ids: string[]) =>
    (await Promise.all(ids.map(newestElement))).map(({ verified }) => verified);
  const pagesOf = (name: string) =>
    Promise.all(service.adminUrls.map(async (url) => (await fetch(`${url}/${name}`)).text()));

  const issuer = newIssuer();
  const idempotencyKey = uniqueName();
  const registration = () =>
    fixture.admin.post(
      '/v1/records',
      { authority_id: fixture.authorityId, origin: 'here', content: 'content' },
      { 'idempotency-key': idempotencyKey },
    );
  let registered: Answer;
  /** Records from before the kill, and the key that signed them. */
  let early: string;
  let late: string;
  let old: string;
  let rotation: string;
  /** A record that its issuer signs. */
  let signed: string;
  let issuersAuthority: string;

  /** What the issuer signs of a step with a content, in its place. */
  let said: (
    digit: string,
    step: { type: string; sequence: number; previous: string | null; record_id: string | null },
  ) => { content_digest: string; issuer_signature: string };
  const newestDigest = async () => String((await fixture.reader.get(`/v1/records/${signed}`)).body['digest']);

  const change = async (transition: string, members: object = {}) => {
    const answer = await fixture.admin.post(`/v1/records/${signed}/${transition}`, {
      reason: 'r',
      ...members,
    });
    expect(answer.status).toBe(200);
  };

  /** Takes the copy of the history: requests are not answered until that is allowed. */
  let copied = '';
  let answersCopies = false;
  const receiver = createServer((request, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      copied += Buffer.concat(chunks).toString();
      if (answersCopies) response.end();
    });
  });
  const streaming = () => ({
    ENVIRONMENT: 'development',
    HISTORY_STREAM_URL: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
  });
  afterAll(() => void receiver.close());

  beforeAll(async () => {
    receiver.listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    early = await register(fixture.admin, fixture.authorityId);
    late = await register(fixture.admin, fixture.authorityId);
    old = (await newestElement(late)).keyId;
    issuersAuthority = await grant(fixture.admin, { public_key: issuer.publicKey });
    const { body } = await fixture.verifier.get(`/v1/records/${late}/evidence`);
    const { log, project_id } = body['record'][0];
    const external_id = uniqueName();
    said = (digit, { type, ...place }) => {
      const content_digest = `sha256:${digit.repeat(64)}`;
      const statement = {
        ...place,
        authority_id: issuersAuthority,
        content_digest,
        expires_at: null,
        external_id,
        log,
        origin: 'https://registry.example/1',
        project_id,
        successor_id: null,
        type: `service.record.${type}`,
      };
      return { content_digest, issuer_signature: issuer.sign(statement) };
    };
    const first = said('1', { type: 'registered', sequence: 1, previous: null, record_id: null });
    signed = await register(fixture.admin, issuersAuthority, { content: undefined, external_id, ...first });
    const previous = await newestDigest();
    const second = said('2', { type: 'amended', sequence: 2, previous, record_id: signed });
    await change('amend', { ...second, sequence: 2, previous });
    await change('suspend');

    const newest = await keys('revoke', old, '--reason', 'ceased to be needed');
    expect([newest.code, newest.errors]).toEqual([1, expect.stringContaining('newest provenance key')]);
    rotation = (await keys('rotate', 'provenance')).output;
    expect(rotation).toContain('Restart the service');
    await keys('rotate', 'answer');
    registered = await registration();
    await service.end('SIGKILL');
    // A killed process counts as running for two minutes; keys that it alone had are retired earlier than that below.
    for (const app of DATABASE_APPS) await service.sql(`DELETE FROM ${app}.key_holders`);
    await service.begin();
  }, START);

  it('answers a repeated request with the result of the first', async () => {
    const again = await registration();
    expect(registered.status).toBe(201);
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([
      registered.status,
      registered.text,
      registered.headers.get('etag'),
    ]);
  });

  it(
    'goes on to seal its history',
    async () => {
      const { headers } = await fixture.reader.get('/v1/projects/current');
      const requestId = String(headers.get('service-request-id'));
      const { body } = await fixture.auditor.get(`/v1/interactions/${requestId}`);
      await eventually(async () => {
        const lanes = (await fixture.auditor.get('/v1/interactions/check')).body['data'] as Row[];
        const own = lanes.find((lane) => lane['writer'] === body['writer']);
        return Number(own?.['lines']) - Number(own?.['unsealed']) >= Number(body['sequence']);
      }, SEALED);
      expect(await run(CHECK)).toMatchObject({ code: 0 });
    },
    COMMANDS,
  );

  it('refuses a credential of an environment that it does not serve', async () => {
    const token = forge(service.tokens.development.verify, (text) => text.replace('_dev_', '_prod_'));
    const answer = await fixture.anonymous
      .as(token)
      .post('/v1/records/verify', { record_id: fixture.recordId });
    expect([answer.status, answer.body['error'].code]).toEqual([403, 'credential.environment_mismatch']);
  });

  describe('shows evidence', () => {
    let bundle: EvidenceBundle;
    const file = (name: string) => join(service.dataDirectory, name);
    const keep = async (name: string, content: unknown) => {
      await writeFile(file(name), typeof content === 'string' ? content : JSON.stringify(content));
      return file(name);
    };
    const verify = async (...words: string[]) => {
      const { code, output } = await run(RVS, ...words, '--keys', file('keys.json'));
      return { code, last: output.trimEnd().split('\n').at(-1) };
    };
    const verified = { code: 0, last: 'verified (newest: not proven; witnesses 0 of 0)' };

    /** As `curl -D` writes them. */
    const headerLines = ({ status, headers }: Answer) =>
      [`HTTP/1.1 ${status} OK`, ...Array.from(headers, ([name, value]) => `${name}: ${value}`), '', ''].join(
        '\r\n',
      );

    beforeAll(async () => {
      const previous = await newestDigest();
      const place = { type: 'reinstated', sequence: 4, previous, record_id: signed };
      const { issuer_signature } = said('2', place);
      await change('reinstate', { issuer_signature, sequence: 4, previous });
      await fixture.admin.post(`/v1/authorities/${issuersAuthority}/suspend`, { reason: 'r' });
      const read = async (record: string) => {
        const answer = await fixture.verifier.get(`/v1/records/${record}/evidence`, {
          'service-nonce': NONCE,
          prefer: 'wait=10',
        });
        expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('"format":"bundle/v1"')]);
        return answer.body as unknown as EvidenceBundle;
      };
      bundle = await read(signed);
      await keep('bundle.json', bundle);
      await keep('plain.json', await read(early));
      await keep('keys.json', (await fixture.anonymous.get('/v1/log/development/keys')).text);
      const answer = await fixture.verifier.post('/v1/records/verify', { record_id: signed });
      await keep('answer.json', answer.text);
      await keep('headers.txt', headerLines(answer));
    }, COMMANDS);

    it(
      'that verifies, with both keys and elements that the issuer signed',
      async () => {
        expect(await verify('bundle', 'verify', file('bundle.json'), '--nonce', NONCE)).toEqual(verified);
        expect(await verify('bundle', 'verify', file('plain.json'))).toEqual(verified);
        const { record, authorities } = bundle;
        expect(record.map(({ state }) => state)).toEqual(['active', 'active', 'suspended', 'active']);
        expect(new Set(record.map(({ signature }) => signature?.key_id)).size).toBe(2);
        expect(Object.keys(bundle.keys)).toHaveLength(3);
        expect(Object.values(authorities).map(({ length }) => length)).toEqual([2]);
        expect(bundle.answer.body['evidence']).toMatchObject({
          provenance: { verified: true, receipt: { log_index: expect.any(Number) } },
          authority: { valid_at_event: true, valid_now: false },
        });
      },
      COMMANDS,
    );

    it(
      'that verifies as an answer with its headers',
      async () => {
        expect(
          await verify('answer', 'verify', file('answer.json'), '--headers', file('headers.txt')),
        ).toEqual(verified);
      },
      COMMANDS,
    );
  });

  it(
    'signs with its new key, and what the old one signed counts until a compromise of it',
    async () => {
      const after = await register(fixture.admin, fixture.authorityId);
      const now = await newestElement(after);
      expect(now.keyId).not.toBe(old);
      expect(rotation).toContain(now.keyId);
      expect(await verifiedOf(early, late, after)).toEqual([true, true, true]);

      // By its time alone, nothing of the key would be too late.
      const since = (await fixture.reader.get(`/v1/records/${after}`)).body['created_at'] as string;
      const { body } = await fixture.verifier.post('/v1/records/verify', { record_id: late });
      const index = body['evidence'].provenance.receipt.log_index as number;
      const from = ['--invalid-since', since, '--tree-size', `${index}`];
      const cause = ['--cause', 'key_compromise', ...from];
      expect(await keys('revoke', old, '--reason', 'found in a backup', ...cause)).toMatchObject({ code: 0 });
      await eventually(async () => expect(await verifiedOf(early, late, after)).toEqual([true, false, true]));
      const counted = (await pagesOf('metrics')).join('').match(/^rvs_log_contradictions_total\S* \d+$/gm);
      expect(counted?.every((line) => line.endsWith(' 0'))).toBe(true);
      expect((await keys('revoke', old, '--reason', 'again')).errors).toContain('revoked already');
      const listed = (await keys('list')).output;
      expect(listed).toMatch(new RegExp(`provenance ${now.keyId}: made \\S+, signs, published`));
      expect(listed).toContain(`(key_compromise), invalid since ${since}`);
    },
    COMMANDS,
  );

  it(
    'goes on with the next key of its file once the key that it signs with has ended',
    async () => {
      const before = await register(fixture.admin, fixture.authorityId);
      const { keyId: ended } = await newestElement(before);
      const { output } = await keys('rotate', 'provenance');
      expect(await keys('revoke', ended, '--reason', 'ceased to be needed')).toMatchObject({ code: 0 });
      const after = await register(fixture.admin, fixture.authorityId);
      const granted = await register(fixture.admin, await grant(fixture.admin));
      const now = await newestElement(after);
      expect(now.keyId).not.toBe(ended);
      expect(output).toContain(now.keyId);
      expect(await verifiedOf(before, after, granted)).toEqual([true, true, true]);
    },
    COMMANDS,
  );

  it(
    'has checkpoints signed by two keys together until the old one is retired',
    async () => {
      const [, oldest = ''] = /checkpoint (\S+):/.exec((await keys('list')).output) ?? [];
      expect((await keys('retire', oldest)).errors).toContain('newest checkpoint key');
      expect((await keys('revoke', oldest, '--reason', 'r')).errors).toContain('retired');
      await keys('rotate', 'checkpoint');
      expect((await keys('list')).output.match(/checkpoint \S+: made \S+, signs/g)).toHaveLength(2);
      const tooEarly = await keys('retire', oldest);
      expect(tooEarly.code).toBe(1);
      expect(tooEarly.errors).toMatch(/^The newest checkpoint depends on \S+: restart the service/);

      await service.end('SIGTERM');
      await service.begin();
      await eventually(async () => expect(await keys('retire', oldest)).toMatchObject({ code: 0 }), SEALED);
      expect((await keys('list')).output).toMatch(
        new RegExp(`checkpoint ${oldest}: made \\S+, retired \\S+ at the tree size \\d+`),
      );
      expect(await keys('retire', oldest)).toMatchObject({
        code: 1,
        output: 'development: there is no such key.\n',
      });
    },
    START,
  );

  it(
    'proves the records from before the retirement of a key after a start without it',
    async () => {
      await service.end('SIGTERM');
      await service.begin(streaming());
      const file = (name: string) => join(service.dataDirectory, name);
      const trust = (await fixture.anonymous.get('/v1/log/development/keys')).body;
      expect(trust['log']).toMatchObject({
        vkeys: [expect.any(String)],
        retired: [{ tree_size: expect.any(Number), retired_at: expect.any(String) }],
      });
      const { text } = await fixture.verifier.get(`/v1/records/${early}/evidence`, { prefer: 'wait=10' });
      await writeFile(file('bundle.json'), text);
      for (const retired of [trust['log'].retired, []]) {
        await writeFile(file('keys.json'), JSON.stringify({ ...trust, log: { ...trust['log'], retired } }));
        const outcome = await run(RVS, 'bundle', 'verify', file('bundle.json'), '--keys', file('keys.json'));
        expect(outcome).toMatchObject({ code: 0 });
      }
    },
    START,
  );

  it(
    'sends its history over kill -9, so that the copy is proven complete without the service',
    async () => {
      await eventually(() => expect(copied).toContain('history-seal/v1'), SEALED);
      const lines = copied.split('\n').length - 1;
      await service.end('SIGKILL');
      answersCopies = true;
      await service.begin(streaming());
      const headers = { accept: 'application/x-ndjson' };
      const { text } = await fixture.auditor.get('/v1/interactions', headers);
      const known = [...text.matchAll(/"request_id":"(req_\w+)"/g)].map(([, id]) => id);
      expect(known.length).toBeGreaterThan(20);
      await eventually(() => known.forEach((id) => expect(copied).toContain(id)), SEALED);

      const file = (name: string) => join(service.dataDirectory, name);
      const { log } = (await fixture.anonymous.get('/v1/log/development/keys')).body;
      const keys = (log['vkeys'] as string[]).flatMap((vkey) => ['--vkey', vkey]);
      const url = `${service.baseUrl}/v1/log/development/`;
      await eventually(async () => {
        const monitor = ['log', 'monitor', '--url', url, ...keys, '--state', file('monitor'), '--once'];
        expect(await run(RVS, ...monitor)).toMatchObject({ code: 0 });
        await writeFile(file('copy.ndjson'), copied);
        const proof = await run(RVS, 'history', 'verify', file('copy.ndjson'), '--state', file('monitor'));
        expect(proof).toMatchObject({ code: 0, errors: '' });
        expect(proof.output).toContain(`note repeated ${file('copy.ndjson')}:${lines + 1} Line 1 of `);
        expect(proof.output).toMatch(/complete: \d+ lines in \d+ lanes, seals 1 to \d+ \(sha256:\w+\)\.\n$/);
      }, SEALED);
    },
    START,
  );

  it(
    'verifies nothing once the key of its answers has ended, and says why',
    async () => {
      const [, answers = ''] = /answer (\S+):/.exec((await keys('list')).output) ?? [];
      await keys('rotate', 'answer');
      expect((await pagesOf('readyz')).join('')).not.toContain('answer_key');
      expect(await keys('revoke', answers, '--reason', 'ceased to be needed')).toMatchObject({ code: 0 });
      await eventually(async () => expect(await verifiedOf(early)).toEqual([false]));
      expect((await pagesOf('readyz')).join('')).toContain(
        '"answer_key":"The key that signs answers was revoked',
      );
    },
    COMMANDS,
  );
});
