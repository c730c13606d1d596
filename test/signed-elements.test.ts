import { createPublicKey, verify } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import type { Answer } from './support/client.js';
import { describeProject } from './support/describe-project.js';
import { grant, register, uniqueName } from './support/fixtures.js';
import { keepRows } from './support/keep-rows.js';
import { newIssuer } from './support/issuer.js';

interface Signature {
  key_id: string;
  algorithm: string;
  value: string;
}
interface ShownElement {
  digest: string;
  signature: Signature;
  issuer_signature: string | null;
}
interface KeyElement {
  key_id: string;
  purpose: string;
  public_key: string;
}

const PATIENCE = 120_000;

function holds(publicKey: string, { digest, signature }: ShownElement): boolean {
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' });
  const bytes = Buffer.from(digest.slice('sha256:'.length), 'hex');
  return verify(null, bytes, key, Buffer.from(signature.value, 'base64url'));
}

describeProject('signatures', (service, fixture) => {
  describe('elements', () => {
    const evidenceOf = async (id: string) => {
      const { status, body } = await fixture.verifier.post('/v1/records/verify', { record_id: id });
      expect(status).toBe(200);
      return body['evidence'] as { provenance: { verified: boolean; chain: ShownElement[] } };
    };
    const verified = async (id: string) => (await evidenceOf(id)).provenance.verified;
    const becomes = (id: string, expected: boolean) =>
      eventually(async () => expect(await verified(id)).toBe(expected), { timeout: 15_000 });
    const registerTwice = async () => {
      const id = await register(fixture.admin, fixture.authorityId, { external_id: uniqueName() });
      await fixture.admin.post(`/v1/records/${id}/suspend`, { reason: 'a doubt' });
      expect(await verified(id)).toBe(true);
      return id;
    };
    /** Ends findings of the background scrub, which takes minutes to come by again, and makes those of now. */
    const scrub = () =>
      service.command('verify-api/commands/scrub.js').catch((failure: { stdout: string }) => failure.stdout);
    const companionsOf = (id: string) =>
      `event_id IN (SELECT event_id FROM record_store.events WHERE stream_id = '${id}')`;
    const keyElements = async (): Promise<KeyElement[]> => {
      const rows = await service.sql<{ element: string }>(
        `SELECT element FROM credential_authority.events WHERE stream_id LIKE 'key\\_%' ORDER BY tx, pos`,
      );
      return rows.map(({ element }) => JSON.parse(element) as KeyElement);
    };

    it('bear signatures that hold under the published keys', async () => {
      const keys = await keyElements();
      expect(new Set(keys.map(({ purpose }) => purpose))).toEqual(new Set(['provenance', 'answer']));
      const { chain } = (await evidenceOf(await registerTwice())).provenance;
      const history = (await fixture.reader.get(`/v1/records/${await registerTwice()}/history`)).body;
      for (const element of [...chain, ...(history['data'] as ShownElement[])]) {
        const { key_id, algorithm } = element.signature;
        const key = keys.find((each) => each.key_id === key_id);
        expect([algorithm, key?.purpose]).toEqual(['Ed25519', 'provenance']);
        expect(holds(key?.public_key ?? '', element)).toBe(true);
      }
      expect(chain).toHaveLength(2);
    });

    it(
      'count for nothing once a signature is stripped, changed or exchanged in the view',
      async () => {
        const elements = 'verify_api_records.elements';
        const first = (id: string) => `WHERE record_id = '${id}' AND sequence = 1`;
        const changes: Record<string, (id: string, other: string) => string> = {
          stripped: (id) => `UPDATE ${elements} SET signature = NULL ${first(id)}`,
          'with another value': (id) =>
            `UPDATE ${elements} SET signature = jsonb_set(signature, '{value}', to_jsonb(reverse(signature->>'value'))) ${first(id)}`,
          'of another algorithm': (id) =>
            `UPDATE ${elements} SET signature = jsonb_set(signature, '{algorithm}', '"none"') ${first(id)}`,
          'of a key that nobody published': (id) =>
            `UPDATE ${elements} SET signature = jsonb_set(signature, '{key_id}', '"unknown"') ${first(id)}`,
          'of the answer key': (id) =>
            `UPDATE ${elements} SET signature = jsonb_set(signature, '{key_id}', (SELECT to_jsonb(element::json->>'key_id')
          FROM credential_authority.events WHERE element LIKE '%"purpose":"answer"%' LIMIT 1)) ${first(id)}`,
          'of another record': (id, other) =>
            `UPDATE ${elements} SET signature = (SELECT signature FROM ${elements} ${first(other)}) ${first(id)}`,
        };
        const ids = new Map<string, string>();
        const mends: (() => Promise<void>)[] = [];
        for (const [name, statement] of Object.entries(changes)) {
          const [id, other] = [await registerTwice(), await registerTwice()];
          mends.push(await keepRows(service, elements, `record_id = '${id}'`));
          await service.sql(statement(id, other));
          ids.set(name, id);
        }
        await eventually(
          async () => {
            const stillTrue = [];
            for (const [name, id] of ids) if (await verified(id)) stillTrue.push(name);
            expect(stillTrue).toEqual([]);
          },
          { timeout: 15_000 },
        );
        for (const mend of mends) await mend();
      },
      PATIENCE,
    );

    it(
      'whose signature is changed in the log are named by the scrub',
      async () => {
        const [stripped, exchanged, sound] = [
          await registerTwice(),
          await registerTwice(),
          await registerTwice(),
        ];
        const mends = await Promise.all(
          [stripped, exchanged].map((id) => keepRows(service, 'record_store.companions', companionsOf(id))),
        );
        const of = (id: string, version: number) =>
          `(SELECT event_id FROM record_store.events WHERE stream_id = '${id}' AND version = ${version})`;
        await service.sql(`
      UPDATE record_store.companions SET signature = NULL WHERE event_id = ${of(stripped, 2)};
      UPDATE record_store.companions SET signature = (SELECT signature FROM record_store.companions
        WHERE event_id = ${of(exchanged, 2)}) WHERE event_id = ${of(exchanged, 1)}`);
        const output = await scrub();
        expect(output).toMatch(new RegExp(`${stripped}: event 2 .*not signed`));
        expect(output).toMatch(new RegExp(`${stripped}: event 2 .*signature in the view differs`));
        expect(output).toMatch(new RegExp(`${exchanged}: event 1 .*not signed`));
        expect(output).not.toContain(sound);
        await becomes(stripped, false);
        await becomes(exchanged, false);
        for (const mend of mends) await mend();
      },
      PATIENCE,
    );
  });

  describe('an authority with its own key', () => {
    const issuer = newIssuer();
    const contentDigest = `sha256:${'1'.repeat(64)}`;
    const origin = 'https://registry.example/1';
    let authorityId: string;
    let log: string;
    let projectId: string;
    beforeAll(async () => {
      authorityId = await grant(fixture.admin, { public_key: issuer.publicKey });
      const { body } = await fixture.verifier.post('/v1/records/verify', {
        record_id: await register(fixture.admin, fixture.authorityId),
      });
      ({ log, project_id: projectId } = body['evidence'].provenance.chain[0]);
    });

    const statement = (changes: object = {}) => ({
      log,
      project_id: projectId,
      authority_id: authorityId,
      origin,
      external_id: null,
      content_digest: contentDigest,
      expires_at: null,
      ...changes,
    });
    const ask = (members: object) =>
      fixture.admin.post('/v1/records', {
        authority_id: authorityId,
        origin,
        content_digest: contentDigest,
        ...members,
      });
    const codeOf = ({ status, body }: Answer) => [status, body['error']?.code ?? null];
    const evidenceOf = async (id: string) =>
      (await fixture.verifier.post('/v1/records/verify', { record_id: id })).body['evidence'];

    it('shows its key', async () => {
      expect((await fixture.reader.get(`/v1/authorities/${authorityId}`)).body).toMatchObject({
        public_key: issuer.publicKey,
      });
      expect((await fixture.reader.get(`/v1/authorities/${fixture.authorityId}`)).body).toMatchObject({
        public_key: null,
      });
    });

    it('signs what is registered and amended', async () => {
      const expires_at = '2090-01-01T00:00:00.000Z';
      const external_id = uniqueName();
      const issuer_signature = issuer.sign(statement({ expires_at, external_id }));
      const registered = await ask({ expires_at: '2090-01-01T00:00:00Z', external_id, issuer_signature });
      expect(codeOf(registered)).toEqual([201, null]);
      const id = String(registered.body['id']);
      const content_digest = `sha256:${'2'.repeat(64)}`;
      const amendment = { reason: 'corrected', content_digest };
      const amend = (members: object) => fixture.admin.post(`/v1/records/${id}/amend`, members);
      expect(codeOf(await amend(amendment))).toEqual([422, 'record.issuer_signature_invalid']);
      expect(codeOf(await amend({ ...amendment, issuer_signature }))).toEqual([
        422,
        'record.issuer_signature_invalid',
      ]);
      const amended = issuer.sign(statement({ expires_at, external_id, content_digest }));
      expect(codeOf(await amend({ ...amendment, issuer_signature: amended }))).toEqual([200, null]);
      await fixture.admin.post(`/v1/records/${id}/suspend`, { reason: 'a doubt' });
      const { provenance } = await evidenceOf(id);
      expect(provenance.verified).toBe(true);
      expect(provenance.chain.map((element: ShownElement) => element.issuer_signature)).toEqual([
        issuer_signature,
        amended,
        null,
      ]);
    });

    it('registers nothing without its own signature over that very record', async () => {
      const refused = [422, 'record.issuer_signature_invalid'];
      const sound = issuer.sign(statement());
      expect(codeOf(await ask({}))).toEqual(refused);
      expect(codeOf(await ask({ issuer_signature: sound, external_id: uniqueName() }))).toEqual(refused);
      expect(codeOf(await ask({ issuer_signature: newIssuer().sign(statement()) }))).toEqual(refused);
      const batch = await fixture.admin.post('/v1/records/batch', {
        records: [{ issuer_signature: sound }, {}].map((members) => ({
          authority_id: authorityId,
          origin,
          content_digest: contentDigest,
          ...members,
        })),
      });
      const [first, second] = batch.body['data'];
      expect([first.state, second.error.code]).toEqual(['active', 'record.issuer_signature_invalid']);
    });

    it('is the only one whose records bear such a signature', async () => {
      const issuer_signature = issuer.sign(statement({ authority_id: fixture.authorityId }));
      expect(codeOf(await ask({ authority_id: fixture.authorityId, issuer_signature }))).toEqual([
        422,
        'record.issuer_signature_invalid',
      ]);
    });

    it.each([
      ['of low order', Buffer.from(`01${'0'.repeat(62)}`, 'hex').toString('base64url')],
      ['on no curve', Buffer.from(`02${'0'.repeat(62)}`, 'hex').toString('base64url')],
      ['too short', 'AAAA'],
    ])('cannot have a key that is %s', async (_, public_key) => {
      const answer = await fixture.admin.post('/v1/authorities', {
        issuer: 'Test Registry',
        scope: ['verify'],
        valid_until: '2090-01-01T00:00:00Z',
        public_key,
      });
      expect(codeOf(answer)).toEqual([400, 'request.invalid']);
      expect(answer.body['error'].details).toMatchObject([{ field: 'public_key' }]);
    });
  });
});
