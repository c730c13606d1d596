import { beforeAll, describe, expect, it } from '@jest/globals';
import { EVENT_TYPES, timeOfId } from '@service/contracts';
import { canonicalJson, digestText, elementSignatureIsOf } from '@service/evidence';
import { packBody, readPublishedEventAuthentication } from '@service/messaging';
import { createLogger } from '@service/platform/logging';
import { loadSettings } from '@service/platform/settings';
import { eventually } from '@service/testing';
import { Ajv2020, type AnySchema } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import pg from 'pg';
import type { Client } from './support/client.js';
import { describeProject } from './support/describe-project.js';
import { beforeMoment, grant, issue, register } from './support/fixtures.js';
import { keepRows } from './support/keep-rows.js';
import { loginOf } from './support/login-of.js';
import { publishedBodies } from './support/published-bodies.js';
import { Poller, type PolledElement, type PolledEvent } from './support/polling.js';

const CAUSED = Object.entries(EVENT_TYPES)
  .filter(([, { domain }]) => domain !== 'subscription')
  .map(([type]) => type);

describeProject('events', (service, fixture) => {
  const reason = 'because';
  let causing: Client;
  let subscriber: Client;

  async function done(answer: Promise<{ status: number; text: string; body: Record<string, unknown> }>) {
    const { status, text, body } = await answer;
    if (status >= 300) throw new Error(`${status} ${text}`);
    return body;
  }

  /** Causes each event at least once. @returns the expected number of each. */
  async function causeEverything(client: Client): Promise<void> {
    const authority = await grant(client);
    await beforeMoment((expires_at) => register(client, authority, { expires_at }));
    await beforeMoment((valid_until) => grant(client, { valid_until }));
    await beforeMoment((expires_at) => issue(client, { expires_at }));
    const [one, two] = await Promise.all([register(client, authority), register(client, authority)]);
    const record = (id: string, what: string, body: object) =>
      done(client.post(`/v1/records/${id}/${what}`, { reason, ...body }));
    await record(one, 'amend', { content: 'another' });
    await record(one, 'suspend', {});
    await record(one, 'reinstate', {});
    await record(one, 'supersede', { successor_id: two });
    await record(two, 'revoke', {});
    const change = (id: string, what: string, body: object) =>
      done(client.post(`/v1/authorities/${id}/${what}`, { reason, ...body }));
    await change(authority, 'renew', { valid_until: '2091-01-01T00:00:00Z' });
    await change(authority, 'rescope', { scope: ['read'] });
    await change(authority, 'suspend', {});
    await change(authority, 'reinstate', {});
    await change(authority, 'revoke', { cause: 'ceased' });
    const { id: credential } = await issue(client);
    await done(client.patch(`/v1/credentials/${credential}`, { name: 'Renamed' }));
    await done(client.post(`/v1/credentials/${credential}/rotate`, { overlap_seconds: 60 }));
    await done(client.post(`/v1/credentials/${credential}/revoke`, { reason }));
  }

  beforeAll(async () => {
    causing = await fixture.stranger();
    subscriber = (await issue(causing, { capabilities: ['subscribe', 'read'] })).client;
  });

  describe('of every type', () => {
    let events: PolledEvent[];
    beforeAll(async () => {
      await causeEverything(causing);
      const poller = new Poller(subscriber, { limit: '7' });
      events = await eventually(async () => {
        const types = new Set((await poller.catchUp()).map(({ type }) => type));
        expect(CAUSED.filter((type) => !types.has(type))).toEqual([]);
        return poller.events;
      });
    });

    it('are each listed once, those of one subject in their order, and no other', () => {
      expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
      const subjects = Map.groupBy(events, ({ subject }) => subject.id);
      for (const [id, own] of subjects) {
        // A credential's change of name is a version, and no event.
        const versions = own.map(({ subject }) => subject.version);
        expect([id, versions]).toEqual([id, versions.toSorted((a, b) => a - b)]);
        if (own[0]?.subject.type !== 'credential') {
          expect(versions).toEqual(versions.map((_, index) => index + 1));
        }
      }
      expect(new Set(events.map(({ type }) => type))).toEqual(new Set(CAUSED));
    });

    it('are as their schemas say, in both documents', async () => {
      const ajv = new Ajv2020({ strict: false });
      addFormats.default(ajv);
      const { body: registry } = await subscriber.get('/v1/event-categories');
      const { body: asyncApi } = await fixture.anonymous.get('/v1/asyncapi.json');
      ajv.addSchema({ ...asyncApi, $id: 'asyncapi' } as AnySchema);
      expect(registry['data'].map(({ type }: { type: string }) => type)).toEqual(Object.keys(EVENT_TYPES));
      for (const { type, schema } of registry['data'] as { type: string; schema: AnySchema }[]) {
        const validate = ajv.compile(schema);
        const delivered = ajv.getSchema(`asyncapi#/components/messages/${type}/payload`);
        for (const event of events) {
          const isOfType = event.type === type;
          expect([type, event.type, validate(event), delivered?.({ event })]).toEqual([
            type,
            event.type,
            isOfType,
            isOfType,
          ]);
        }
      }
    });

    it('hold the element that the history shows, signed and linked to the one before', async () => {
      const { body } = await fixture.anonymous.get('/v1/log/development/keys');
      const keys = new Map(body['keys'].map((key: { kid: string; x: string }) => [key.kid, key.x]));
      const elements = events.flatMap(({ evidence }) => evidence.provenance.chain ?? []);
      expect(elements.length).toBeGreaterThan(15);
      const digests = new Map<string, string>();
      for (const event of events) {
        const [element] = event.evidence.provenance.chain ?? [];
        if (element === undefined) continue;
        const { digest, signature, ...content } = element as PolledElement & Record<string, unknown>;
        expect(digest).toBe(digestText(canonicalJson(content)));
        const public_key = String(keys.get(signature.key_id));
        const key = { purpose: 'provenance', public_key, cause: null, invalid_since: null } as const;
        expect(elementSignatureIsOf({ digest, signature: signature as never }, key)).toBe(true);
        expect(element.previous).toBe(digests.get(event.subject.id) ?? null);
        expect([element.event_id, element.type]).toEqual([event.id, event.type]);
        expect(event.evidence.provenance.verified).toBe(true);
        expect(event.evidence.authority).toMatchObject({
          issuer: 'Test Registry',
          valid_at_event: expect.any(Boolean),
        });
        digests.set(event.subject.id, digest);
      }
      const record = events.find(({ type }) => type === 'service.record.superseded')?.record_id;
      const history = (await subscriber.get(`/v1/records/${record}/history`)).body['data'] as unknown[];
      const shown = events
        .filter(({ record_id }) => record_id === record)
        .flatMap(({ evidence }) => evidence.provenance.chain);
      expect(shown).toEqual(history);
    });

    it('say the state that they left, and of credentials no more than that', () => {
      const stateOf = (type: string) => events.find((event) => event.type === type)?.state;
      expect(stateOf('service.record.superseded')).toBe('superseded');
      expect(stateOf('service.authority.renewed')).toBe('active');
      expect(stateOf('service.credential.rotated')).toBe('rotating');
      const credentials = events.filter(({ subject }) => subject.type === 'credential');
      expect(new Set(credentials.map(({ evidence }) => JSON.stringify(evidence)))).toEqual(
        new Set(['{"authority":{},"provenance":{}}']),
      );
    });

    it('are one by one, in lists, and as they are stored the same bytes, in canonical form', async () => {
      const bodies = await publishedBodies(service);
      for (const { id } of events.slice(0, 20)) {
        const { status, text } = await subscriber.get(`/v1/events/${id}`);
        expect([status, `{"event":${text}}`]).toEqual([200, bodies.get(id)]);
        expect(text).toBe(canonicalJson(JSON.parse(text)));
      }
      const { text } = await subscriber.get('/v1/events?limit=3');
      expect(text.startsWith(`{"data":[${(bodies.get(events[0]?.id ?? '') ?? '').slice(9, -1)},`)).toBe(true);
    });

    it('are narrowed to a subject, a domain or a type', async () => {
      const [first] = events;
      const of = async (query: Record<string, string>) => {
        const found = await new Poller(subscriber, { limit: '3', ...query }).catchUp();
        return found.map(({ id }) => id);
      };
      const where = (fits: (event: PolledEvent) => boolean) => events.filter(fits).map(({ id }) => id);
      const subject_id = first?.subject.id ?? '';
      expect(await of({ subject_id })).toEqual(where(({ subject }) => subject.id === subject_id));
      expect(await of({ category: 'record' })).toEqual(where(({ subject }) => subject.type === 'record'));
      const type = 'service.record.registered';
      expect(await of({ category: type })).toEqual(where((event) => event.type === type));
      expect(first?.subject.type).toBe('credential');
      expect(await of({ subject_id, category: 'record' })).toEqual([]);
      const refused = await subscriber.get('/v1/events?category=service.record.nothing');
      expect([refused.status, refused.body['error'].details[0].field]).toEqual([400, 'category']);
    });

    it('are not visible to other projects', async () => {
      const other = await fixture.stranger();
      const seen = await new Poller(other).catchUp();
      expect(seen.every(({ subject }) => subject.type === 'credential')).toBe(true);
      const foreign = await other.get(`/v1/events/${events[0]?.id}`);
      const missing = await other.get('/v1/events/evt_01KAAAAAAAAAAAAAAAAAAAAAAA');
      const none = await other.get('/v1/events/none');
      const told = ({ status, text }: { status: number; text: string }) => [
        status,
        text.replaceAll(/req_\w+/g, ''),
      ];
      expect(told(foreign)).toEqual(told(missing));
      expect(told(none)).toEqual(told(missing));
      expect([foreign.status, foreign.body['error'].code]).toEqual([404, 'event.not_found']);
      const { status, body } = await fixture.verifier.get('/v1/events');
      expect([status, body['error'].code]).toEqual([403, 'authority.insufficient_scope']);
      expect((await fixture.verifier.get('/v1/event-categories')).status).toBe(200);
    });
  });

  it('of other authorities are not there for a credential that is limited to some', async () => {
    const client = await fixture.stranger();
    const [own, other] = [await grant(client), await grant(client)];
    const { id, client: limited } = await issue(client, { capabilities: ['subscribe'], authorities: [own] });
    const records = [await register(client, own), await register(client, other)];
    const all = new Poller(client);
    await eventually(async () => {
      const seen = new Set((await all.catchUp()).map(({ subject }) => subject.id));
      expect([own, other, id, ...records].filter((each) => !seen.has(each))).toEqual([]);
    });
    const subjects = async (query: Record<string, string>) =>
      (await new Poller(limited, query).catchUp()).map(({ subject }) => subject.id);
    expect(await subjects({})).toEqual([own, records[0]]);
    expect(await subjects({ category: 'record' })).toEqual([records[0]]);
    expect(await subjects({ subject_id: records[1] ?? '' })).toEqual([]);
    for (const { id: event, subject } of all.events) {
      const { status } = await limited.get(`/v1/events/${event}`);
      expect([subject.id, status]).toEqual([subject.id, [own, records[0]].includes(subject.id) ? 200 : 404]);
    }
  });

  it('arrive without gaps and duplicates by the cursor while eight callers write', async () => {
    const client = await fixture.stranger();
    const authority = await grant(client);
    const poller = new Poller(client, { limit: '11', category: 'record' });
    let writing = true;
    const writers = Promise.all(
      Array.from({ length: 8 }, async () => {
        const ids: string[] = [];
        for (let index = 0; index < 12; index += 1) {
          const id = await register(client, authority);
          await done(client.post(`/v1/records/${id}/suspend`, { reason }));
          ids.push(id);
        }
        return ids;
      }),
    ).finally(() => {
      writing = false;
    });
    while (writing) await poller.catchUp();
    const ids = (await writers).flat();
    await eventually(async () => expect(await poller.catchUp()).toHaveLength(2 * ids.length));
    const seen = poller.events.map(({ subject }) => `${subject.id}/${subject.version}`);
    expect(seen.toSorted()).toEqual(ids.flatMap((id) => [`${id}/1`, `${id}/2`]).toSorted());
    const again = await new Poller(client, { limit: '100', category: 'record' }).catchUp();
    expect(again.map(({ id }) => id)).toEqual(poller.events.map(({ id }) => id));
  });

  it('are listed since a moment, and from the end on', async () => {
    const client = await fixture.stranger();
    const authority = await grant(client);
    for (let index = 0; index < 3; index += 1) await register(client, authority);
    const all = new Poller(client, { limit: '2' });
    await eventually(async () => {
      const records = (await all.catchUp()).filter(({ subject }) => subject.type === 'record');
      expect(records).toHaveLength(3);
    });
    const times = all.events.map(({ id }) => timeOfId(id, 'event') as number);
    const since = new Date(times[2] as number).toISOString();
    const found = await new Poller(client, { limit: '1', from: since }).catchUp();
    const expected = all.events.filter((_, index) => (times[index] as number) >= (times[2] as number));
    expect(found.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    expect(await new Poller(client, { from: '2090-01-01T00:00:00Z' }).catchUp()).toEqual([]);

    const latest = new Poller(client, { category: 'record' });
    latest.cursor = 'latest';
    expect(await latest.catchUp()).toEqual([]);
    expect(latest.cursor).not.toBe('latest');
    const later = await register(client, authority);
    await eventually(async () => expect(await latest.catchUp()).toHaveLength(1));
    expect(latest.events).toMatchObject([{ record_id: later }]);

    const wrong = await client.get('/v1/events?from=yesterday');
    expect([wrong.status, wrong.body['error'].details[0].field]).toEqual([400, 'from']);
  });

  it('are waited for as the caller prefers, while its credential works', async () => {
    const client = await fixture.stranger();
    const authority = await grant(client);
    const poll = (cursor: string, seconds: string, as = client) =>
      as.once.get(`/v1/events?category=record&cursor=${cursor}`, { prefer: `wait=${seconds}` });
    const empty = await poll('latest', '1');
    expect([empty.status, empty.body['data']]).toEqual([200, []]);
    expect(empty.headers.get('preference-applied')).toBe('wait=1');
    const cursor = String(empty.body['next_cursor']);

    // A new authority is another event of the project, which does not fit.
    const waiting = poll(cursor, '10');
    await grant(client);
    const id = await register(client, authority);
    const woken = await waiting;
    expect([woken.status, woken.body['data']]).toMatchObject([200, [{ record_id: id }]]);
    expect((await poll(cursor, '10')).body['data']).toEqual(woken.body['data']);

    const subscribing = await issue(client, { capabilities: ['subscribe'] });
    const ending = poll('latest', '10', subscribing.client);
    await client.post(`/v1/credentials/${subscribing.id}/revoke`, { reason: 'lost' });
    const ended = await ending;
    expect([ended.status, ended.body['error'].code]).toEqual([401, 'credential.revoked']);

    const refused = await poll(cursor, 'soon');
    expect([refused.status, refused.body['error'].details[0].field]).toEqual([400, 'Prefer']);
  });

  it('of subscriptions tell that one was disabled; a test goes to the subscription alone', async () => {
    const client = await fixture.stranger();
    const { id } = await done(
      client.post('/v1/subscriptions', { endpoint: 'https://example.com/hook', categories: ['record'] }),
    );
    const { event_id } = await done(client.post(`/v1/subscriptions/${String(id)}/test`, {}));
    await done(client.post(`/v1/subscriptions/${String(id)}/disable`, { reason }));
    const poller = new Poller(client, { category: 'subscription' });
    const events = await eventually(async () => {
      expect(await poller.catchUp()).not.toEqual([]);
      return poller.events;
    });
    const subject = { type: 'subscription', id, version: 2 };
    const told = { record_id: id, evidence: { provenance: {}, authority: {} } };
    expect(events).toMatchObject([
      { type: 'service.subscription.disabled', state: 'disabled', subject, ...told },
    ]);
    const { body: tested } = await eventually(async () => {
      const answer = await client.get(`/v1/events/${String(event_id)}`);
      expect(answer.status).toBe(200);
      return answer;
    });
    expect(tested).toMatchObject({ id: event_id, type: 'service.subscription.tested', ...told });
    expect(await poller.catchUp()).toHaveLength(1);
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    const { body: registry } = await client.get('/v1/event-categories');
    const entries = registry['data'] as { type: string; schema: AnySchema }[];
    for (const event of [events[0], tested] as PolledEvent[]) {
      const schema = entries.find(({ type }) => type === event.type)?.schema ?? false;
      expect([event.type, ajv.validate(schema, event)]).toEqual([event.type, true]);
    }
  });

  it('are tested by samples of every type, each valid under its schema, about nothing that exists', async () => {
    const client = await fixture.stranger();
    const { id } = await done(
      client.post('/v1/subscriptions', { endpoint: 'https://example.com/hook', categories: ['record'] }),
    );
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    const { body: registry } = await client.get('/v1/event-categories');
    const types = registry['data'] as { type: string; schema: AnySchema }[];
    const validated = types.map(async ({ type, schema }) => {
      const { event_id } = await done(client.post(`/v1/subscriptions/${String(id)}/test`, { type }));
      const { body: event } = await eventually(async () => {
        const answer = await client.get(`/v1/events/${String(event_id)}`);
        expect(answer.status).toBe(200);
        return answer;
      });
      expect(event).toMatchObject({ id: event_id, type, test: true });
      expect([type, ajv.validate(schema, event), ajv.errors]).toEqual([type, true, null]);
    });
    await Promise.all(validated);
    const polled = await new Poller(client, {}).catchUp();
    expect(polled.filter(({ test }) => test !== undefined)).toEqual([]);
    const other = await client.post(`/v1/subscriptions/${String(id)}/test`, { type: 'service.record.sold' });
    expect([other.status, other.body['error'].details]).toMatchObject([400, [{ field: 'type' }]]);
    const unknown = await client.post(`/v1/subscriptions/${String(id)}/test`, { kind: 'x' });
    expect([unknown.status, unknown.body['error'].details]).toMatchObject([400, [{ field: 'kind' }]]);
  });

  it('that are committed late are not passed', async () => {
    const client = await fixture.stranger();
    const project = String((await client.get('/v1/projects/current')).body['project'].id);
    const poller = new Poller(client, { subject_id: 'sub_late' });
    const connections = await Promise.all(
      [1, 2].map(async () => {
        const connection = new pg.Client({ connectionString: loginOf(service, 'webhook_dispatcher') });
        await connection.connect();
        await connection.query('SET idle_in_transaction_session_timeout = 0');
        return connection;
      }),
    );
    const [early, late] = connections as [pg.Client, pg.Client];
    const codes = await readPublishedEventAuthentication({
      settings: loadSettings({ ENVIRONMENT: 'development', DATA_DIR: service.dataDirectory }),
      logger: createLogger('silent'),
    });
    const publish = (connection: pg.Client, number: number) => {
      const event_id = `evt_late_${number}`;
      const of = { project_id: project, type: 'service.record.registered', subject_id: 'sub_late' };
      const body = JSON.stringify({ event: { id: event_id } });
      const event = { event_id, ...of, authority_id: null, subscription_id: null, body };
      return connection.query(
        `INSERT INTO webhook_dispatcher.published_events
           (day, event_id, project_id, type, subject_id, body, mac)
         VALUES (now()::date, $1, $2, $3, $4, $5, $6)`,
        [event_id, of.project_id, of.type, of.subject_id, packBody(event, body), codes.codeOf(event)],
      );
    };
    await late.query('BEGIN');
    await publish(late, 1);
    await publish(early, 2);
    expect(await poller.catchUp()).toEqual([]);
    await late.query('COMMIT');
    await publish(early, 3);
    await eventually(async () => expect(await poller.catchUp()).toHaveLength(3));
    expect(poller.events.map(({ id }) => id)).toEqual(['evt_late_1', 'evt_late_2', 'evt_late_3']);
    await Promise.all(connections.map((connection) => connection.end()));
  });

  it('that were dropped are missed by no one unnoticed', async () => {
    const poller = new Poller(subscriber, { limit: '2' });
    const { body: page } = await subscriber.get('/v1/events?limit=2');
    const current = (await poller.catchUp(), String(poller.cursor));
    const putBack = await keepRows(service, 'webhook_dispatcher.published_floor', 'true');
    await service.sql(
      `UPDATE webhook_dispatcher.published_floor SET tx = last.tx, pos = last.pos
       FROM (SELECT tx, pos FROM webhook_dispatcher.published_events ORDER BY tx DESC, pos DESC LIMIT 1) AS last`,
    );
    const { status, body } = await subscriber.get(`/v1/events?cursor=${page['next_cursor']}`);
    expect([status, body['error'].code]).toEqual([410, 'event.cursor_expired']);
    expect((await subscriber.get(`/v1/events?cursor=${current}`)).status).toBe(200);
    expect((await subscriber.get('/v1/events')).status).toBe(200);
    const cursorOf = (key: unknown) => Buffer.from(JSON.stringify(key)).toString('base64url');
    for (const foreign of ['nothing', cursorOf(7), cursorOf(['a', 'b']), cursorOf(['99999999999999', '1'])]) {
      const refused = await subscriber.get(`/v1/events?cursor=${foreign}`);
      expect([refused.status, refused.body['error'].details[0].field]).toEqual([400, 'cursor']);
    }
    await putBack();
  });

  it('are listed newest first where that is asked for, and between two moments', async () => {
    const client = await fixture.stranger();
    const authority = await grant(client);
    for (const what of ['suspend', 'reinstate', 'suspend'])
      await done(client.post(`/v1/authorities/${authority}/${what}`, { reason }));
    const list = async (query: string) =>
      (await done(client.get(`/v1/events?${query}`))) as { data: PolledEvent[]; next_cursor: string };
    const oldest = await eventually(async () => {
      const { data } = await list(`subject_id=${authority}`);
      expect(data).toHaveLength(4);
      return data.map(({ id }) => id);
    });
    const newest: string[] = [];
    let cursor = '';
    for (let size = 3; size > 0;) {
      const { data, next_cursor } = await list(`order=newest&limit=3&category=authority${cursor}`);
      newest.push(...data.map(({ id }) => id));
      size = data.length;
      cursor = `&cursor=${next_cursor}`;
    }
    expect(newest).toEqual(oldest.toReversed());
    const madeAt = (id: string | undefined) => new Date(timeOfId(id ?? '', 'event') ?? 0).toISOString();
    const [, second, third] = oldest;
    for (const order of ['oldest', 'newest']) {
      const { data } = await list(
        `order=${order}&subject_id=${authority}&from=${madeAt(second)}&to=${madeAt(third)}`,
      );
      const expected = oldest.filter((id) => madeAt(id) >= madeAt(second) && madeAt(id) < madeAt(third));
      expect(data.map(({ id }) => id).toSorted()).toEqual(expected);
    }
    const latest = await client.get('/v1/events?order=newest&cursor=latest');
    expect([latest.status, latest.body['error'].details[0].field]).toEqual([400, 'cursor']);
  });
});
