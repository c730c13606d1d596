import { createHash } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { canonicalJson } from '@service/evidence';
import { eventually } from '@service/testing';
import { describeProject } from './support/describe-project.js';
import { beforeMoment, grant, register } from './support/fixtures.js';

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

describeProject('verifying a record', (service, fixture) => {
  const verify = (record_id: string, evidence_scope?: string[]) =>
    fixture.verifier.post('/v1/records/verify', { record_id, ...(evidence_scope && { evidence_scope }) });

  it('answers the envelope of the specification, with all evidence if no scope is named', async () => {
    const id = await register(fixture.admin, fixture.authorityId);
    const { status, body, headers } = await verify(id);
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['evidence', 'record', 'request_id', 'verified_at']);
    expect(body['record']).toEqual({ id, state: 'active', version: 1 });
    expect(body['verified_at']).toMatch(MOMENT);
    expect(body['request_id']).toBe(headers.get('service-request-id'));
    const { provenance, authority, state, verdict } = body['evidence'];
    expect(state).toBe('active');
    expect(verdict).toMatchObject({ result: 'passed', reasons: [] });
    expect(provenance).toMatchObject({
      origin: 'https://registry.example/1',
      chain_length: 1,
      verified: true,
    });
    expect(authority).toMatchObject({
      id: fixture.authorityId,
      issuer: 'Test Registry',
      scope: ['verify'],
      valid_until: '2090-01-01T00:00:00.000Z',
      version: 1,
      state: 'active',
      valid_at_event: true,
      valid_now: true,
    });
  });

  it('answers in canonical form', async () => {
    const { text } = await verify(
      await register(fixture.admin, fixture.authorityId, { origin: 'é "quoted" \u2028 €' }),
    );
    expect(text).toBe(canonicalJson(JSON.parse(text)));
  });

  it.each([
    [['provenance'], ['provenance']],
    [['authority'], ['authority']],
    [['state'], ['state']],
    [['verdict'], ['verdict']],
    [
      ['state', 'provenance'],
      ['provenance', 'state'],
    ],
  ])('holds only the evidence asked for: %j', async (scope, members) => {
    const { body } = await verify(fixture.recordId, scope);
    expect(Object.keys(body['evidence'])).toEqual(members);
    expect(body['record']).toMatchObject({ id: fixture.recordId });
  });

  it('links every element to the one before by a digest that anyone can recompute', async () => {
    const id = await register(fixture.admin, fixture.authorityId);
    await fixture.admin.post(`/v1/records/${id}/suspend`, { reason: 'first' });
    await fixture.admin.post(`/v1/records/${id}/reinstate`, { reason: 'second' });
    const { chain, chain_length, verified } = (await verify(id)).body['evidence'].provenance;
    expect([chain_length, verified]).toEqual([3, true]);
    let previous = null;
    for (const [index, { digest, signature, ...hashed }] of chain.entries()) {
      expect(hashed).toMatchObject({ sequence: index + 1, previous, record_id: id });
      expect(signature).toMatchObject({ algorithm: 'Ed25519', value: expect.stringMatching(/^[\w-]{86}$/) });
      previous = `sha256:${createHash('sha256').update(canonicalJson(hashed)).digest('hex')}`;
      expect(digest).toBe(previous);
    }
  });

  it('shows the newest hundred elements of a longer chain and vouches for all', async () => {
    const id = await register(fixture.admin, fixture.authorityId);
    for (let change = 0; change < 101; change += 1) {
      const content = String(change);
      const amended = await fixture.admin.post(`/v1/records/${id}/amend`, { reason: 'again', content });
      expect(amended).toMatchObject({ status: 200, body: { version: change + 2 } });
    }
    const { chain, chain_length, verified } = (await verify(id)).body['evidence'].provenance;
    expect([chain_length, chain.length, verified]).toEqual([102, 100, true]);
    expect([chain[0].sequence, chain[99].sequence]).toEqual([3, 102]);
  }, 180_000);

  it('verifies every existing record in any state', async () => {
    const successor = await register(fixture.admin, fixture.authorityId);
    const transitions = {
      suspended: ['suspend', { reason: 'r' }],
      revoked: ['revoke', { reason: 'r' }],
      superseded: ['supersede', { reason: 'r', successor_id: successor }],
    } as const;
    for (const [state, [path, body]] of Object.entries(transitions)) {
      const id = await register(fixture.admin, fixture.authorityId);
      await fixture.admin.post(`/v1/records/${id}/${path}`, body);
      const answer = await verify(id);
      expect(answer.status).toBe(200);
      expect(answer.body['record']).toEqual({ id, state, version: 2 });
      expect(answer.body['evidence'].provenance.verified).toBe(true);
    }
  });

  it('says expired from the moment of expiry, and the event follows', async () => {
    const [id, expires_at] = await beforeMoment(async (moment) => {
      const registered = await register(fixture.admin, fixture.authorityId, { expires_at: moment });
      expect((await verify(registered)).body['record'].state).toBe('active');
      return [registered, moment] as const;
    });
    await eventually(async () => {
      const { body } = await verify(id);
      expect(body['record'].state).toBe(body['verified_at'] >= expires_at ? 'expired' : 'active');
      expect(body['record'].version).toBe(2);
      expect(body['evidence'].provenance).toMatchObject({ verified: true, chain_length: 2 });
    });
    const { body } = await fixture.reader.get(`/v1/records/${id}/history`);
    const [, expiry] = body['data'];
    expect(expiry).toMatchObject({ type: 'service.record.expired', state: 'expired', reason_digest: null });
    expect(expiry.occurred_at >= expires_at).toBe(true);
  });

  it('tells what the authority was at the event from what it is now', async () => {
    const authority = await grant(fixture.admin);
    const id = await register(fixture.admin, authority);
    const shown = async () => (await verify(id)).body['evidence'].authority;
    await fixture.admin.post(`/v1/authorities/${authority}/suspend`, { reason: 'r' });
    expect(await shown()).toMatchObject({
      state: 'suspended',
      valid_at_event: true,
      valid_now: false,
      version: 2,
    });
    const registered = (await verify(id)).body['evidence'].provenance.chain[0].occurred_at;
    await fixture.admin.post(`/v1/authorities/${authority}/revoke`, {
      reason: 'stolen',
      cause: 'key_compromise',
      invalid_since: registered,
    });
    expect(await shown()).toMatchObject({
      state: 'revoked',
      valid_at_event: false,
      valid_now: false,
      version: 3,
    });
    expect((await verify(id)).body).toMatchObject({
      record: { state: 'active' },
      evidence: { provenance: { verified: true } },
    });
  });

  it('reads its own writes: grant, register and verify in a row', async () => {
    for (let round = 0; round < 20; round += 1) {
      const id = await register(fixture.admin, await grant(fixture.admin));
      expect((await verify(id)).status).toBe(200);
      expect((await fixture.admin.post(`/v1/records/${id}/suspend`, { reason: 'r' })).status).toBe(200);
      const { record, evidence } = (await verify(id)).body;
      expect(record).toEqual({ id, state: 'suspended', version: 2 });
      expect(evidence.verdict).toMatchObject({ result: 'failed', reasons: ['record.suspended'] });
    }
  });

  it('answers a batch in order, an envelope or an error for each', async () => {
    const id = await register(fixture.admin, fixture.authorityId);
    const { status, body } = await fixture.verifier.post('/v1/records/verify/batch', {
      records: [
        { record_id: id, evidence_scope: ['state'] },
        { record_id: 'rec_missing' },
        { record_id: id },
      ],
    });
    expect(status).toBe(200);
    expect(body['data'].map((each: object) => Object.keys(each))).toEqual([
      ['evidence', 'record', 'request_id', 'verified_at'],
      ['error'],
      ['evidence', 'record', 'request_id', 'verified_at'],
    ]);
    expect(body['data'][0].evidence).toEqual({ state: 'active' });
    expect(body['data'][1].error.code).toBe('record.not_found');
  });
});
