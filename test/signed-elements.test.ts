import { createPublicKey, verify } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import { describeProject } from './support/describe-project.js';
import { register, uniqueName } from './support/fixtures.js';
import { keepRows } from './support/keep-rows.js';

interface Signature {
  key_id: string;
  algorithm: string;
  value: string;
}
interface ShownElement {
  digest: string;
  signature: Signature;
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
      eventually(async () => expect(await verified(id)).toBe(expected));
    const registerTwice = async () => {
      const id = await register(fixture.admin, fixture.authorityId, { external_id: uniqueName() });
      await fixture.admin.post(`/v1/records/${id}/suspend`, { reason: 'a doubt' });
      expect(await verified(id)).toBe(true);
      return id;
    };
    /** Ends findings of the background scrub, which takes minutes to come by again, and makes those of now. */
    const scrub = () =>
      service.command('verify-api/commands/scrub.js').catch((failure: { stdout: string }) => failure.stdout);
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
      'count for nothing once a signature is stripped, changed or exchanged behind the service',
      async () => {
        const events = 'record_store.events';
        const first = (id: string) => `WHERE stream_id = '${id}' AND version = 1`;
        const flip = (byte: number) => `set_byte(signature, ${byte}, get_byte(signature, ${byte}) # 1)`;
        const answerKey = `(SELECT decode(translate(element::json->>'key_id', '-_', '+/') || '=', 'base64')
          FROM credential_authority.events WHERE element LIKE '%"purpose":"answer"%' LIMIT 1)`;
        const changes: Record<string, (other: string) => string> = {
          stripped: () => 'NULL',
          'cut off': () => 'substr(signature, 1, 95)',
          'with another value': () => flip(40),
          'of a key that nobody published': () => flip(0),
          'of the answer key': () => `${answerKey} || substr(signature, 33)`,
          'of another record': (other) => `(SELECT signature FROM ${events} ${first(other)})`,
        };
        const ids = new Map<string, string>();
        const mends: (() => Promise<void>)[] = [];
        for (const [name, changed] of Object.entries(changes)) {
          const [id, other] = [await registerTwice(), await registerTwice()];
          mends.push(await keepRows(service, events, `stream_id = '${id}'`));
          await service.sql(`SET session_replication_role = replica;
            UPDATE ${events} SET signature = ${changed(other)} ${first(id)}`);
          ids.set(name, id);
        }
        await eventually(async () => {
          const stillTrue = [];
          for (const [name, id] of ids) if (await verified(id)) stillTrue.push(name);
          expect(stillTrue).toEqual([]);
        });
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
          [stripped, exchanged].map((id) => keepRows(service, 'record_store.events', `stream_id = '${id}'`)),
        );
        const of = (id: string, version: number) => `WHERE stream_id = '${id}' AND version = ${version}`;
        await service.sql(`SET session_replication_role = replica;
      UPDATE record_store.events SET signature = NULL ${of(stripped, 2)};
      UPDATE record_store.events SET signature = (SELECT signature FROM record_store.events ${of(exchanged, 2)})
        ${of(exchanged, 1)}`);
        const output = await scrub();
        expect(output).toMatch(new RegExp(`${stripped}: event 2 .*not signed`));
        expect(output).toMatch(new RegExp(`${exchanged}: event 1 .*not signed`));
        expect(output).not.toContain(sound);
        await becomes(stripped, false);
        await becomes(exchanged, false);
        for (const mend of mends) await mend();
      },
      PATIENCE,
    );
  });
});
