import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EvidenceFault, RecordVerification, ServiceError, type KeySet } from '@record-verification/client';
import { verifyBundle } from '@record-verification/client/evidence';
import { verifyDelivery } from '@record-verification/client/webhooks';
import { parseTrust } from '@service/evidence';
import { eventually } from '@service/testing';
import { inMilliseconds, uniqueName, type Fixture } from '../fixtures.js';
import type { InterfaceDocument } from '../fuzzing/interface-document.js';
import { Receiver } from '../receiver.js';
import type { RoleTokens } from '../service.js';
import { NOT_REACHED } from './exceptions.js';
import { ReachedOperations } from './reached-operations.js';

const reason = 'A test.';
const ENTRIES_OF_A_TILE = 256;

/** A service, alone or shared with others. */
interface ReachedService {
  baseUrl: string;
  tokens: { development: RoleTokens };
  distributed?: boolean;
}

/** Reaches every public operation of a running service by the TypeScript client, and checks what it answers. */
export function testClientContract(service: ReachedService, fixture: Fixture): void {
  const reached = new ReachedOperations();
  let keys: KeySet;
  let receiver: Receiver;
  const open = (role: keyof RoleTokens, token = service.tokens.development[role]): RecordVerification =>
    new RecordVerification({
      baseUrl: service.baseUrl,
      token,
      verify: { keys },
      fetch: reached.fetch,
      // A machine that does other things as well.
      timeout: 30_000,
      maxRetries: 5,
    });
  const admin = (): RecordVerification => open('admin');
  const register = async (members: object = {}): Promise<string> => {
    const { id } = await admin().records.register({
      authority_id: fixture.authorityId,
      origin: 'https://registry.example/1',
      content: 'content',
      ...members,
    });
    return id;
  };

  beforeAll(async () => {
    const anonymous = new RecordVerification({ baseUrl: service.baseUrl, fetch: reached.fetch });
    keys = await anonymous.log.keys('development');
    receiver = await Receiver.start();
  });
  afterAll(() => receiver.stop());

  it('verifies a record, and proves it by its bundle', async () => {
    const id = await register();
    const { data, report } = await open('verify').records.verify(id, { wait: 10 }).withResponse();
    expect([data.evidence.verdict?.result, report?.ok]).toEqual(['passed', true]);
    const bundle = await open('verify').records.evidence(id).withResponse();
    expect(verifyBundle(bundle.text ?? '', parseTrust(JSON.stringify(keys))).ok).toBe(true);
  });

  it('verifies with nothing pinned but the log’s key', async () => {
    const id = await register();
    const client = new RecordVerification({
      baseUrl: service.baseUrl,
      token: service.tokens.development.verify,
      verify: { vkey: keys.log.vkeys },
      maxRetries: 5,
    });
    expect((await client.records.verify(id).withResponse()).report?.ok).toBe(true);
  });

  it('withholds an answer that somebody changed on its way', async () => {
    const id = await register();
    const changing: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      const text = (await response.text()).replaceAll('"passed"', '"failed"');
      return new Response(text, { headers: response.headers });
    };
    const token = service.tokens.development.verify;
    const client = new RecordVerification({
      baseUrl: service.baseUrl,
      token,
      verify: { keys },
      fetch: changing,
    });
    await expect(client.records.verify(id)).rejects.toThrow(EvidenceFault);
  });

  it('verifies a batch, also one of refusals alone', async () => {
    const id = await register();
    // A single verification is retried until the view shows the record; the item of a batch says that it does not yet.
    await open('verify').records.verify(id);
    const some = await open('verify').records.verifyBatch({
      records: [{ record_id: id }, { record_id: 'rec_0' }],
    });
    expect(some.data.map((item) => Object.keys(item)[0])).toEqual(['evidence', 'error']);
    const none = await open('verify').records.verifyBatch({ records: [{ record_id: 'rec_0' }] });
    expect(none.data).toMatchObject([{ error: { code: 'record.not_found' } }]);
  });

  it('registers a record once, though the connection broke after it was registered', async () => {
    const external_id = uniqueName();
    let sent = 0;
    const breaking: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      sent += 1;
      if (sent > 1) return response;
      await response.body?.cancel();
      throw new TypeError('The connection broke.');
    };
    const token = service.tokens.development.admin;
    const client = new RecordVerification({ baseUrl: service.baseUrl, token, fetch: breaking });
    const wanted = { authority_id: fixture.authorityId, origin: 'https://registry.example/1', content: 'x' };
    const { data, response } = await client.records.register({ ...wanted, external_id }).withResponse();
    expect([sent, response.headers.get('idempotent-replayed')]).toEqual([2, 'true']);
    const found = [];
    for await (const { id } of client.records.list({ external_id })) found.push(id);
    expect(found).toEqual([data.id]);
  });

  it('takes a record through its states', async () => {
    const { records } = admin();
    const [id, successor] = [await register(), await register()];
    await records.amend(id, { content: 'other content', reason });
    await records.suspend(id, { reason });
    await records.reinstate(id, { reason }, { ifMatch: 3 });
    await records.update(id, { metadata: { team: 'tests' } });
    expect((await records.supersede(id, { successor_id: successor, reason })).state).toBe('superseded');
    await records.revoke(id, { reason });
    expect(await records.read(id)).toMatchObject({
      state: 'revoked',
      version: 6,
      metadata: { team: 'tests' },
    });
    const types = [];
    for await (const element of records.history(id, { limit: 2 })) types.push(element.type.split('.').at(-1));
    expect(types).toEqual(['registered', 'amended', 'suspended', 'reinstated', 'superseded', 'revoked']);
    await expect(records.reinstate(id, { reason })).rejects.toMatchObject({
      code: 'record.transition_not_allowed',
      body: { current_state: 'revoked' },
    });
  });

  it('takes records through their states in batches', async () => {
    const { records } = admin();
    const wanted = { authority_id: fixture.authorityId, origin: 'https://registry.example/1', content: 'x' };
    const { data } = await records.registerBatch({ records: [wanted, wanted] });
    const [first = '', second = ''] = data.map((item) => ('id' in item ? item.id : ''));
    const record = { record_id: first, reason };
    await records.amendBatch({ records: [{ ...record, content: 'other content' }] });
    await records.suspendBatch({ records: [record] });
    await records.reinstateBatch({ records: [record] });
    await records.supersedeBatch({ records: [{ ...record, successor_id: second }] });
    const revoked = await records.revokeBatch({ records: [record] });
    expect(revoked.data).toMatchObject([{ id: first, state: 'revoked', version: 6 }]);
  });

  it('finds by its filters what it has just written', async () => {
    const team = uniqueName();
    const client = admin();
    const ids = [];
    for (let count = 0; count < 3; count += 1) {
      const { id } = await client.records.register({
        authority_id: fixture.authorityId,
        origin: 'https://registry.example/1',
        content: 'content',
        metadata: { team },
      });
      ids.unshift(id);
    }
    const found = [];
    for await (const { id } of client.records.list({ metadata: `team=${team}`, state: ['active'], limit: 2 }))
      found.push(id);
    expect(found).toEqual(ids);
  });

  it('takes an authority through its states', async () => {
    const { authorities } = admin();
    const { id } = await authorities.grant({
      issuer: 'A',
      scope: ['verify'],
      valid_until: '2090-01-01T00:00:00Z',
    });
    await authorities.renew(id, { valid_until: '2091-01-01T00:00:00Z', reason });
    await authorities.rescope(id, { scope: ['read'], reason });
    await authorities.suspend(id, { reason });
    await authorities.reinstate(id, { reason });
    await authorities.revoke(id, { cause: 'withdrawn', reason });
    expect(await authorities.read(id)).toMatchObject({ state: 'revoked', version: 6 });
    expect((await authorities.history(id)).data).toHaveLength(6);
    expect((await authorities.list({ state: 'revoked', issuer: 'A' })).data.map((each) => each.id)).toContain(
      id,
    );
    expect(await authorities.reach(id)).toMatchObject({ records: expect.anything() });
  });

  it('issues, rotates and revokes credentials', async () => {
    const { credentials } = admin();
    const { id, token } = await credentials.issue({ name: 'A test', capabilities: ['read'] });
    expect(await open('read', String(token)).projects.current()).toMatchObject({ credential_id: id });
    await credentials.update(id, { name: 'Another name' });
    const rotated = await credentials.rotate(id, { force: true });
    expect(rotated.token).not.toBe(token);
    await credentials.revoke(id, { reason });
    expect(await credentials.read(id)).toMatchObject({ name: 'Another name', state: 'revoked' });
    expect((await credentials.list({ state: 'revoked' })).data.map((each) => each.id)).toContain(id);
    const found = await credentials.issue({ name: 'Found', capabilities: ['read'] });
    await open('read').credentials.reportLeak([{ token: String(found.token) }]);
    await eventually(async () => expect((await credentials.read(found.id)).state).toBe('revoked'));
  });

  it('shares a record by a link, and ends the link', async () => {
    const { links } = admin();
    const recordId = await register();
    const { id, path } = await links.create(recordId, { shows: ['issuer'] });
    expect(path).toContain(`#${id}_`);
    expect((await links.list(recordId)).data.map((each) => each.id)).toEqual([id]);
    await links.revoke(id, { reason });
    expect(await links.read(id)).toMatchObject({ id, state: 'revoked', reason });
  });

  it('subscribes an endpoint, and checks what is delivered to it', async () => {
    const { subscriptions, replays, deliveries } = admin();
    const path = receiver.newPath();
    const subscribed = await subscriptions.create({ endpoint: receiver.url(path), categories: ['record'] });
    const from = inMilliseconds(-60_000);
    const recordId = await register();
    const [arrived] = await eventually(() => {
      const all = receiver.at(path);
      expect(all).not.toHaveLength(0);
      return all;
    });
    const { headers, text } = arrived ?? { headers: {}, text: '' };
    const secret = String(subscribed.secret);
    expect(verifyDelivery(headers, text, secret).record_id).toBe(recordId);
    expect(() => verifyDelivery(headers, text.replace(recordId, 'rec_other'), secret)).toThrow('signature');
    const list = await eventually(async () => {
      const { data } = await deliveries.list({ subscription_id: subscribed.id, state: 'succeeded' });
      expect(data).not.toHaveLength(0);
      return data;
    });
    const id = list[0]?.id ?? '';
    expect(await deliveries.read(id)).toMatchObject({ state: 'succeeded' });
    expect(await deliveries.request(id)).toBeDefined();
    expect(await deliveries.count(subscribed.id)).toBeDefined();
    expect(await deliveries.summary()).toBeDefined();
    await expect(deliveries.retry(id)).rejects.toMatchObject({ code: 'delivery.transition_not_allowed' });
    const { data: retried } = await deliveries.retryBatch({ delivery_ids: [id] });
    expect(retried).toMatchObject([{ error: { code: 'delivery.transition_not_allowed' } }]);
    const replay = await subscriptions.replay(subscribed.id, { from });
    await eventually(async () => {
      const { data } = await replays.list(subscribed.id);
      expect(data.map((each) => each.id)).toContain(replay.id);
    });
    expect(await replays.read(replay.id)).toMatchObject({ id: replay.id });
    expect(await replays.count(subscribed.id, { from })).toBeDefined();
    await subscriptions.test(subscribed.id);
    await subscriptions.update(subscribed.id, { description: 'Tests' });
    await subscriptions.rotate(subscribed.id);
    await subscriptions.disable(subscribed.id, { reason });
    await subscriptions.enable(subscribed.id);
    expect(await subscriptions.read(subscribed.id)).toMatchObject({ state: 'active', description: 'Tests' });
    expect((await subscriptions.list()).data.map((each) => each.id)).toContain(subscribed.id);
    expect((await subscriptions.revoke(subscribed.id, { reason: 'r' })).state).toBe('revoked');
  });

  it('retries a delivery that failed', async () => {
    const { subscriptions, deliveries } = admin();
    const path = receiver.newPath();
    receiver.on(path, (_, response) => void response.writeHead(500).end());
    const { id } = await subscriptions.create({ endpoint: receiver.url(path), categories: ['record'] });
    await register();
    const failed = await eventually(async () => {
      const { data } = await deliveries.list({ subscription_id: id, state: 'pending' });
      const delivery = await deliveries.read(data[0]?.id ?? '');
      expect(delivery.attempts).not.toHaveLength(0);
      return delivery.id;
    });
    await eventually(async () => expect(await deliveries.retry(failed)).toBeDefined());
    await subscriptions.revoke(id, { reason: 'r' });
  });

  it('reads all events, and follows those that come', async () => {
    const { events, eventCategories } = admin();
    const latest = await events.list({ cursor: 'latest' });
    const ids = [await register(), await register(), await register()];
    const cursor = latest.nextCursor;
    const read = await eventually(async () => {
      const subjects = [];
      for await (const event of events.list({ cursor, limit: 2 })) subjects.push(event.record_id);
      expect(subjects).toEqual(expect.arrayContaining(ids));
      return subjects;
    });
    // Two processes publish events of different records in any order.
    const inOrder = (all: string[]) => (service.distributed ? all.toSorted() : all);
    expect(inOrder(read.filter((id) => ids.includes(id)))).toEqual(inOrder(ids));
    const followed: string[] = [];
    // Cursors belong to their filters: there are none.
    for await (const page of events.follow({ cursor, limit: 2 })) {
      followed.push(...page.data.map(({ record_id: id }) => id));
      if (ids.every((id) => followed.includes(id))) break;
    }
    expect(new Set(followed).size).toBe(followed.length);
    const [event] = (await events.list({ cursor })).data;
    expect(await events.read(event?.id ?? '')).toEqual(event);
    expect((await eventCategories.list()).data).not.toHaveLength(0);
  });

  it('keeps projects as an operator does', async () => {
    const { projects } = open('operator');
    const project = await projects.create({ name: `Tests ${uniqueName()}` });
    await projects.update(project.id, { quota: { read: 1_000 } });
    await projects.suspend(project.id, { reason });
    await projects.resume(project.id, { reason });
    await projects.blockSubject(project.id, { subject: 'somebody', reason });
    await projects.unblockSubject(project.id, { subject: 'somebody', reason });
    expect(await projects.read(project.id)).toMatchObject({ id: project.id, state: 'active' });
    const ids = [];
    for await (const each of projects.list({ limit: 100 })) ids.push(each.id);
    expect(ids).toContain(project.id);
  });

  it('invites people, and takes their roles', async () => {
    const { operators } = open('operator');
    const grants = [{ project_id: fixture.projectId, role: 'auditor' as const }];
    const operator = await operators.invite({ grants });
    await operators.renewInvitation(operator.id);
    await operators.changeRoles(operator.id, { grants: [{ ...grants[0], role: 'admin' } as never], reason });
    await operators.remove(operator.id, { reason });
    expect(await operators.read(operator.id)).toMatchObject({ state: 'removed' });
    expect((await operators.list({ state: 'removed' })).data.map(({ id }) => id)).toContain(operator.id);
  });

  it('reads the history, the usage and the status', async () => {
    const { interactions, usage, status } = open('audit');
    const { requestId } = await admin()
      .records.read(await register())
      .withResponse();
    await eventually(async () => {
      expect(await interactions.read(String(requestId))).toMatchObject({ operation: 'records.read' });
    });
    expect((await interactions.list({ operation: 'records.read' })).data).not.toHaveLength(0);
    expect(await interactions.check()).toHaveProperty('sound');
    expect(await usage.read({ granularity: 'hour' })).toBeDefined();
    expect(await status.read()).toBeDefined();
  });

  it('reads the public log without a token', async () => {
    const { log, documents } = new RecordVerification({ baseUrl: service.baseUrl, fetch: reached.fetch });
    const [, size = '0'] = (await log.checkpoint('development')).split('\n');
    const full = Number(size) >= ENTRIES_OF_A_TILE;
    const tile = full ? '000' : `000.p/${size}`;
    expect((await log.tile('development', 0, tile)).length).toBe(
      32 * Math.min(Number(size), ENTRIES_OF_A_TILE),
    );
    expect((await log.entries('development', tile)).length).toBeGreaterThan(0);
    expect((await log.checkpoints('development')).data).not.toHaveLength(0);
    expect(await log.witnesses('development')).toBeDefined();
    await expect(log.policy('development')).rejects.toThrow(ServiceError);
    expect(await documents.openapi()).toHaveProperty('openapi');
    expect(await documents.asyncapi()).toHaveProperty('asyncapi');
  });

  describe('of all of this', () => {
    let document: InterfaceDocument;
    beforeAll(async () => {
      document = (await fixture.anonymous.get('/v1/openapi.json')).body as unknown as InterfaceDocument;
    });

    it('has a method for every operation, under the operation’s id', () => {
      const client = new RecordVerification({ baseUrl: service.baseUrl });
      const ids = Object.values(document.paths).flatMap((methods) =>
        Object.values(methods).map(({ operationId }) => operationId),
      );
      const found = (id: string): unknown =>
        id.split('.').reduce<unknown>((at, name) => (at as { [name: string]: unknown })?.[name], client);
      expect(ids.filter((id) => typeof found(id) !== 'function')).toEqual([]);
    });

    it('misses no operation', () => {
      expect(reached.missed(document)).toEqual(Object.keys(NOT_REACHED));
    });
  });
}
