import { beforeAll, expect, it } from '@jest/globals';
import type { Answer } from './support/client.js';
import { describeProject } from './support/describe-project.js';
import { grant, register, uniqueName } from './support/fixtures.js';
import { newIssuer } from './support/issuer.js';

const digestOf = (digit: string) => `sha256:${digit.repeat(64)}`;
const codeOf = ({ status, body }: Answer) => [status, body['error']?.code ?? null];
const DONE = [200, null];
const INVALID = [422, 'record.issuer_signature_invalid'];

interface Shown {
  id: string;
  version: number;
  digest: string;
  state: string;
  content_digest: string;
}

describeProject('an authority with its own key', (_service, fixture) => {
  const issuer = newIssuer();
  const origin = 'https://registry.example/1';
  let common: { log: string; project_id: string; authority_id: string };

  beforeAll(async () => {
    const authority_id = await grant(fixture.admin, { public_key: issuer.publicKey });
    const { body } = await fixture.verifier.post('/v1/records/verify', {
      record_id: await register(fixture.admin, fixture.authorityId),
    });
    const { log, project_id } = body['evidence'].provenance.chain[0];
    common = { log, project_id, authority_id };
  });

  /** The statement of a registration, with some changes. */
  const statement = (external_id: string, changes: object = {}) => ({
    ...common,
    type: 'service.record.registered',
    record_id: null,
    sequence: 1,
    previous: null,
    origin,
    external_id,
    content_digest: digestOf('1'),
    expires_at: null,
    successor_id: null,
    ...changes,
  });
  const ask = (members: object) =>
    fixture.admin.post('/v1/records', {
      authority_id: common.authority_id,
      origin,
      content_digest: digestOf('1'),
      ...members,
    });
  const shown = async (id: string) =>
    (await fixture.reader.get(`/v1/records/${id}`)).body as unknown as Shown;
  /** A new record that the issuer signed, and its name. */
  const registered = async () => {
    const external_id = uniqueName();
    const issuer_signature = issuer.sign(statement(external_id));
    const answer = await ask({ external_id, issuer_signature });
    expect(codeOf(answer)).toEqual([201, null]);
    return { external_id, issuer_signature, id: String(answer.body['id']) };
  };
  /** The issuer's signature over the transition after what a record's read shows, and its place. */
  const signedAfter = (external_id: string, record: Shown, action: string, changes: object = {}) => {
    const { id: record_id, version, digest: previous, content_digest } = record;
    const place = { record_id, sequence: version + 1, previous, content_digest };
    const said = { ...place, type: `service.record.${action}`, ...changes };
    const issuer_signature = issuer.sign(statement(external_id, said));
    return { issuer_signature, sequence: version + 1, previous };
  };
  const change = (id: string, transition: string, members: object = {}) =>
    fixture.admin.post(`/v1/records/${id}/${transition}`, { reason: 'r', ...members });
  const evidenceOf = async (id: string) =>
    (await fixture.verifier.post('/v1/records/verify', { record_id: id })).body['evidence'];

  it('shows its key', async () => {
    const keyOf = async (id: string) =>
      (await fixture.reader.get(`/v1/authorities/${id}`)).body['public_key'];
    expect(await keyOf(common.authority_id)).toBe(issuer.publicKey);
    expect(await keyOf(fixture.authorityId)).toBeNull();
  });

  it('signs every step of a record but the project’s own stops', async () => {
    const { id, external_id } = await registered();
    const successor_id = (await registered()).id;
    const step = async (transition: string, action: string, changes: object = {}) => {
      const signed = signedAfter(external_id, await shown(id), action, changes);
      expect(codeOf(await change(id, transition, changes))).toEqual(INVALID);
      expect(codeOf(await change(id, transition, { ...changes, ...signed }))).toEqual(DONE);
    };
    await step('amend', 'amended', { content_digest: digestOf('2') });
    expect(codeOf(await change(id, 'suspend'))).toEqual(DONE);
    await step('reinstate', 'reinstated');
    await step('supersede', 'superseded', { successor_id });
    const { provenance } = await evidenceOf(id);
    expect(provenance.verified).toBe(true);
    const { chain } = provenance as { chain: { issuer_signature: string | null }[] };
    expect(chain.map(({ issuer_signature }) => issuer_signature !== null)).toEqual([
      true,
      true,
      false,
      true,
      true,
    ]);
  });

  it('takes a signature of a revocation, in a batch too, and shows the newest digest in its answer', async () => {
    const { id, external_id } = await registered();
    const signed = signedAfter(external_id, await shown(id), 'revoked');
    const batch = await fixture.admin.post('/v1/records/batch/revoke', {
      records: [{ record_id: id, reason: 'r', ...signed }],
    });
    const [answered] = batch.body['data'];
    const { chain } = (await evidenceOf(id)).provenance;
    expect(chain[1].issuer_signature).toBe(signed.issuer_signature);
    expect(answered).toMatchObject({ version: 2, digest: chain[1].digest, state: 'revoked' });
  });

  it('registers nothing a second time by one signature, not after a revocation either', async () => {
    const { id, external_id, issuer_signature } = await registered();
    const again = () => ask({ external_id, issuer_signature });
    expect(codeOf(await again())).toEqual([409, 'record.already_exists']);
    expect(codeOf(await ask({ external_id: uniqueName(), issuer_signature }))).toEqual(INVALID);
    expect(codeOf(await change(id, 'revoke'))).toEqual(DONE);
    expect(codeOf(await again())).toEqual([409, 'record.already_exists']);
  });

  it('registers nothing without its own signature over that very record', async () => {
    const external_id = uniqueName();
    const sound = issuer.sign(statement(external_id));
    expect(codeOf(await ask({ external_id }))).toEqual(INVALID);
    expect(codeOf(await ask({ issuer_signature: sound }))).toEqual([400, 'request.invalid']);
    expect(codeOf(await ask({ external_id: uniqueName(), issuer_signature: sound }))).toEqual(INVALID);
    const others = newIssuer().sign(statement(external_id));
    expect(codeOf(await ask({ external_id, issuer_signature: others }))).toEqual(INVALID);
    const member = { authority_id: common.authority_id, origin, content_digest: digestOf('1') };
    const batch = await fixture.admin.post('/v1/records/batch', {
      records: [
        { ...member, external_id, issuer_signature: sound },
        { ...member, external_id: uniqueName() },
      ],
    });
    const [first, second] = batch.body['data'];
    expect([first.state, second.error.code]).toEqual(['active', 'record.issuer_signature_invalid']);
  });

  it('sends its signature together with the place that it is for', async () => {
    const { id, external_id } = await registered();
    const signed = signedAfter(external_id, await shown(id), 'suspended');
    for (const member of ['issuer_signature', 'sequence', 'previous'] as const) {
      const { [member]: _left, ...others } = signed;
      expect(codeOf(await change(id, 'suspend', others))).toEqual([400, 'request.invalid']);
    }
  });

  it('is the only one whose records bear such a signature', async () => {
    const authority_id = fixture.authorityId;
    const external_id = uniqueName();
    const issuer_signature = issuer.sign(statement(external_id, { authority_id }));
    expect(codeOf(await ask({ authority_id, external_id, issuer_signature }))).toEqual(INVALID);
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
