import { createHash } from 'node:crypto';
import { beforeAll, expect, it } from '@jest/globals';
import {
  VerifyingKey,
  firstSlot,
  hashLeaf,
  logEntry,
  nextSlot,
  noteVerifier,
  openCheckpoint,
  parseAsOf,
  parseVerifierKey,
  verifyAnswer,
  verifyInclusion,
  type AnsweredRequest,
  type AsOf,
  type Digest,
  type SignedAnswer,
  encodeBase64,
} from '@service/evidence';
import { eventually } from '@service/testing';
import { flattenedVerify, importJWK, type JWK } from 'jose';
import type { Answer } from './support/client.js';
import { describeProject } from './support/describe-project.js';
import { register, uniqueName } from './support/fixtures.js';

const PATH = '/v1/records/verify';

const MALFORMED = 'request.malformed';
const INVALID = 'request.invalid';
const deep = `${'['.repeat(31)}${']'.repeat(31)}`;
/** Items that are refused alone: by which code, and because of which member. */
const BAD_ITEMS: [string, string, string][] = [
  [MALFORMED, '{"external_id":"a\\ud800"}', '.external_id'],
  [MALFORMED, '{"__proto__":{"record_id":"x"}}', '.__proto__'],
  [MALFORMED, '{"record_id":"a","record_id":"b"}', '.record_id'],
  [MALFORMED, '{"external_id":9007199254740993}', '.external_id'],
  [MALFORMED, deep, ''],
  [INVALID, '{"external_id":5}', '.external_id'],
  [INVALID, '{"more":1,"external_id":"a"}', '.more'],
  [INVALID, 'null', ''],
];

interface KeySet {
  keys: (JWK & { kid: string; purpose: string; state: string })[];
  log: { origin: string; vkeys: string[] };
}

describeProject('signed answers', (service, fixture) => {
  let keySet: KeySet;

  beforeAll(async () => {
    keySet = (await fixture.anonymous.get('/v1/log/development/keys')).body as unknown as KeySet;
  });

  const ask = (record_id: string, headers: Record<string, string> = {}) =>
    fixture.verifier.post(PATH, { record_id }, headers);
  const keyOf = (keyId: string) => {
    const key = keySet.keys.find(({ kid, purpose }) => kid === keyId && purpose === 'answer');
    return key?.x === undefined ? null : VerifyingKey.of(key.x);
  };
  /** An answer as its caller keeps it. */
  const kept = (
    { headers, body }: Answer,
    request: Partial<AnsweredRequest>,
    nonce: string | null = null,
  ) => ({
    body,
    request: { method: 'POST', path: PATH, body: {}, ...request },
    requestId: headers.get('service-request-id') ?? '',
    nonce,
    asOf: headers.get('service-evidence-as-of') ?? '',
    signature: headers.get('service-evidence-signature') ?? '',
    path: headers.get('service-evidence-path') ?? '',
  });
  const faultOf = (answer: SignedAnswer) => verifyAnswer(answer, keyOf).fault;
  const asOfOf = ({ headers }: Answer) => parseAsOf(headers.get('service-evidence-as-of') ?? '') as AsOf;

  it('verify, with the request and the nonce that they are bound to', async () => {
    const request = { record_id: fixture.recordId, evidence_scope: ['state', 'authority'] };
    const answer = await fixture.verifier.post(PATH, request, { 'Service-Nonce': 'of-mine/"1"' });
    const sound = kept(answer, { body: request }, 'of-mine/"1"');
    expect(faultOf(sound)).toBeNull();
    expect(faultOf({ ...sound, nonce: null })).toBe('answer.signature');
    const other = { ...request, record_id: 'rec_other' };
    expect(faultOf({ ...sound, request: { ...sound.request, body: other } })).toBe('answer.signature');
    const revoked = { ...answer.body, record: { ...answer.body['record'], state: 'revoked' } };
    expect(faultOf({ ...sound, body: revoked })).toBe('answer.signature');
  });

  it('verify each by its own path where many are ready together, batches too', async () => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, () => register(fixture.admin, fixture.authorityId)),
    );
    const answers = await Promise.all(ids.map((id) => ask(id)));
    const faults = answers.map((answer, index) => faultOf(kept(answer, { body: { record_id: ids[index] } })));
    expect(faults).toEqual(ids.map(() => null));

    const body = { records: [{ record_id: ids[0] }, { record_id: 'rec_none', evidence_scope: ['state'] }] };
    const batch = await fixture.verifier.post(`${PATH}/batch`, body, { 'Service-Nonce': 'n' });
    expect(batch.body['data'][1].error.code).toBe('record.not_found');
    expect(faultOf(kept(batch, { path: `${PATH}/batch`, body }, 'n'))).toBeNull();
  });

  it('verify where items of their batch are malformed, with null for those', async () => {
    const sound = JSON.stringify({ record_id: fixture.recordId });
    const bad = BAD_ITEMS.map(([, item]) => item);
    const text = `{"records":[${bad.map((item) => `${sound},${item}`).join()}]}`;
    const batch = await fixture.verifier.post(`${PATH}/batch`, text);
    expect(batch.status).toBe(200);
    const data = batch.body['data'] as { error?: { code: string; details: { field: string }[] } }[];
    expect(data.filter((_, index) => index % 2 === 0).some(({ error }) => error !== undefined)).toBe(false);
    const errors = data.flatMap(({ error }) => (error === undefined ? [] : [error]));
    expect(errors.map(({ code, details }) => [code, details[0]?.field])).toEqual(
      BAD_ITEMS.map(([code, , member], index) => [code, `records[${2 * index + 1}]${member}`]),
    );
    // What a client sent that no canonical form holds is covered as null, and so is what it reads from its own text.
    const records = data.flatMap((_, index) => (index % 2 === 0 ? [JSON.parse(sound), { a: '\ud800' }] : []));
    bad.forEach((item, index) => {
      if (BAD_ITEMS[index]?.[0] === 'request.invalid') records[2 * index + 1] = JSON.parse(item);
    });
    const answer = kept(batch, { path: `${PATH}/batch`, body: { records } });
    expect(faultOf(answer)).toBeNull();
    const [first, ...rest] = records as unknown[];
    const other = {
      ...answer,
      request: { ...answer.request, body: { records: [{ ...(first as object), a: 1 }, ...rest] } },
    };
    expect(faultOf(other)).toBe('answer.signature');

    const key = { 'idempotency-key': uniqueName() };
    const body = () => ({ authority_id: fixture.authorityId, origin: 'o', content: uniqueName() });
    const good = [JSON.stringify(body()), JSON.stringify(body())];
    const mixed = `{"records":[${[good[0], ...bad, good[1]].join()}]}`;
    const registered = await fixture.admin.post('/v1/records/batch', mixed, key);
    const ids = registered.body['data'].map((item: { id?: string }) => item.id);
    expect(ids.filter((id: unknown) => id !== undefined)).toEqual([ids[0], ids[bad.length + 1]]);
    const again = await fixture.admin.post('/v1/records/batch', mixed, key);
    expect(again.body['data'].map((item: { id?: string }) => item.id)).toEqual(ids);
    const [suspended, ...refused] = (
      await fixture.admin.post(
        '/v1/records/batch/suspend',
        `{"records":[{"record_id":"${ids[0]}","reason":"r"},${bad.join()}]}`,
      )
    ).body['data'];
    expect(suspended.state).toBe('suspended');
    expect(refused.map((item: { error?: object }) => item.error !== undefined)).toEqual(bad.map(() => true));
  });

  it('verify with a JOSE library and a few hashes', async () => {
    const answer = await ask(fixture.recordId, { 'Service-Nonce': 'n' });
    const { requestId, asOf, signature, path } = kept(answer, {});
    const sha256 = (...parts: (string | Buffer)[]) => {
      const hash = createHash('sha256');
      for (const part of parts) hash.update(part);
      return hash.digest();
    };
    const hex = (text: string) => `sha256:${sha256(text).toString('hex')}`;
    // The body comes in its canonical form, and so do these two.
    const request = `{"body":{"record_id":"${fixture.recordId}"},"method":"POST","path":"${PATH}"}`;
    const statement =
      `{"answer":"${hex(answer.text)}","as_of":"${asOf}","format":"answer/v1","nonce":"n"` +
      `,"request":"${hex(request)}","request_id":"${requestId}"}`;
    const [place = '', ...siblings] = path.split(',');
    const [index = 0, size = 0] = place.split('/').map(Number);
    let root = sha256('\0', statement);
    let [at, last] = [index, size - 1];
    for (const sibling of siblings.map((each) => Buffer.from(each, 'base64'))) {
      while (at % 2 === 0 && at === last) [at, last] = [at >> 1, last >> 1];
      root = at % 2 === 1 ? sha256('\x01', sibling, root) : sha256('\x01', root, sibling);
      [at, last] = [at >> 1, last >> 1];
    }
    const [encodedHeader = '', , value = ''] = signature.split('.');
    const { kid } = JSON.parse(Buffer.from(encodedHeader, 'base64url').toString()) as { kid: string };
    const jwk = keySet.keys.find((each) => each.kid === kid && each.purpose === 'answer');
    const text = `answers/v1\n${asOf.split(' ')[0]}\n${size}\n${root.toString('base64')}\n`;
    const payload = Buffer.from(text).toString('base64url');
    const { protectedHeader } = await flattenedVerify(
      { protected: encodedHeader, payload, signature: value },
      await importJWK(jwk as JWK, 'Ed25519'),
      { algorithms: ['Ed25519'] },
    );
    expect(protectedHeader).toEqual({ alg: 'Ed25519', kid, typ: 'answers+jws' });
  });

  it('hold as of a position that grows with the log, on reads as well', async () => {
    const before = asOfOf(await ask(fixture.recordId));
    const id = await register(fixture.admin, fixture.authorityId);
    let after = before;
    while (after.treeSize <= before.treeSize) after = asOfOf(await ask(fixture.recordId));
    expect(after.origin).toBe(keySet.log.origin);
    for (const path of [`/v1/records/${id}`, `/v1/records/${id}/history`]) {
      const read = await fixture.reader.get(path);
      expect(asOfOf(read).treeSize).toBeGreaterThanOrEqual(before.treeSize);
      expect(read.headers.get('service-evidence-signature')).toBeNull();
    }
  });

  it('are no errors: those prove nothing', async () => {
    const { status, headers } = await ask('rec_missing');
    expect(status).toBe(404);
    for (const name of ['as-of', 'signature', 'path']) {
      expect(headers.get(`service-evidence-${name}`)).toBeNull();
    }
    const refused = await ask(fixture.recordId, { 'Service-Nonce': 'two words' });
    expect(refused.body['error']).toMatchObject({ code: 'request.invalid' });
    const vague = await ask(fixture.recordId, { Prefer: 'wait=soon' });
    expect([vague.status, vague.body['error'].details[0].field]).toEqual([400, 'Prefer']);
  });

  it('carry a receipt that leads to a checkpoint of the log, as soon as it is waited for', async () => {
    const id = await register(fixture.admin, fixture.authorityId);
    await fixture.admin.post(`/v1/records/${id}/suspend`, { reason: 'doubt' });
    const { body, headers } = await ask(id, { Prefer: 'wait=10' });
    expect(headers.get('preference-applied')).toBe('wait=10');
    const { chain, receipt, verified } = body['evidence'].provenance;
    expect(verified).toBe(true);
    const trusted = keySet.log.vkeys.flatMap((vkey) => noteVerifier(parseVerifierKey(vkey)) ?? []);
    const trust = { origin: keySet.log.origin, log: trusted, cosigners: [] };
    const { checkpoint } = openCheckpoint(receipt.checkpoint, trust);
    const slot = nextSlot(chain[0]);
    expect(
      verifyInclusion({
        leafHash: hashLeaf(logEntry(slot, chain[1].digest as Digest)),
        index: receipt.log_index,
        size: checkpoint.size,
        root: checkpoint.root,
        proof: receipt.inclusion_proof.map((hash: string) => Buffer.from(hash, 'base64')),
      }),
    ).toBe(true);
    expect([receipt.tree_size, receipt.root_hash]).toEqual([checkpoint.size, encodeBase64(checkpoint.root)]);
    const served = await fixture.anonymous.get('/v1/log/development/checkpoint');
    expect(openCheckpoint(served.text, trust).checkpoint.size).toBeGreaterThanOrEqual(checkpoint.size);
  });

  it('never call a record active as of a position above its revocation', async () => {
    const revokeWhileAsked = async () => {
      const id = await register(fixture.admin, fixture.authorityId);
      await ask(id, { Prefer: 'wait=10' });
      const answers: Answer[] = [];
      let done = false;
      const asking = Promise.all(
        Array.from({ length: 4 }, async () => {
          while (!done) {
            const answer = await ask(id);
            if (answer.status === 200) answers.push(answer);
          }
        }),
      );
      expect((await fixture.admin.post(`/v1/records/${id}/revoke`, { reason: 'gone' })).status).toBe(200);
      const revoked = await eventually(async () => {
        const answer = await ask(id, { Prefer: 'wait=10' });
        expect([answer.status, answer.body['record']?.state]).toEqual([200, 'revoked']);
        return answer;
      });
      const index = revoked.body['evidence'].provenance.receipt.log_index as number;
      while (!answers.some((answer) => asOfOf(answer).treeSize > index)) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      done = true;
      await asking;
      const above = answers.filter((answer) => asOfOf(answer).treeSize > index);
      expect(new Set(above.map(({ body }) => body['record'].state))).toEqual(new Set(['revoked']));
    };
    await Promise.all(Array.from({ length: 5 }, revokeWhileAsked));
  });

  it('are not verified if the leaves of two elements were exchanged in the database', async () => {
    const [one, other] = [
      await register(fixture.admin, fixture.authorityId),
      await register(fixture.admin, fixture.authorityId),
    ] as const;
    await Promise.all([one, other].map((id) => ask(id, { Prefer: 'wait=10' })));
    const exchange = () =>
      service.sql(
        `UPDATE record_store.log_leaves SET subject_id = CASE subject_id WHEN $1 THEN $2 ELSE $1 END
         WHERE subject_id IN ($1, $2) AND sequence = 1`,
        [one, other],
      );
    await exchange();
    // Read again: what is in memory was read before.
    await fixture.admin.post(`/v1/records/${other}/suspend`, { reason: 'doubt' });
    const provenanceOf = async () => (await ask(one)).body['evidence'].provenance;
    await eventually(async () =>
      expect(await provenanceOf()).toMatchObject({ verified: false, receipt: expect.anything() }),
    );
    await exchange();
  });

  it('are made with a key that the log has', async () => {
    const [answerKey] = keySet.keys.filter(({ purpose }) => purpose === 'answer');
    expect(answerKey).toMatchObject({ state: 'active', alg: 'Ed25519', use: 'sig' });
    const slot = firstSlot(keySet.log.origin, `key_${answerKey?.kid}`);
    const rows = await service.sql('SELECT FROM record_store.log_leaves WHERE slot = $1', [slot]);
    expect(rows).toHaveLength(1);
    const { status, headers } = await fixture.anonymous.get('/v1/log/development/keys');
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    expect((await fixture.anonymous.get('/v1/log/elsewhere/keys')).status).toBe(404);
  });
});
