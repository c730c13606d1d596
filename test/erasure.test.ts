import { createHash } from 'node:crypto';
import { beforeEach, expect, it } from '@jest/globals';
import { canonicalJson } from '@service/evidence';
import { eventually } from '@service/testing';
import { describeProject } from './support/describe-project.js';
import { grant, inMilliseconds, register, uniqueName } from './support/fixtures.js';
import { publishedBodies } from './support/published-bodies.js';
import { Receiver } from './support/receiver.js';

/** Milliseconds for a test: each command starts a process that connects first. */
const PATIENCE = 180_000;

describeProject('the erasure of reasons and metadata', (service, fixture) => {
  let authorityId: string;
  let recordId: string;
  let reason: string;
  beforeEach(async () => {
    authorityId = await grant(fixture.admin);
    recordId = await register(fixture.admin, authorityId);
    reason = `Zoë from number ${uniqueName()} has complained`;
  });

  const run = (file: string, ...words: string[]) => service.outcome(file, ...words);
  const erase = (kind: string, id: string, project = fixture.projectId) =>
    run('standalone/commands/erase.js', '--project', project, `--${kind}`, id);
  const scrub = () => run('verify-api/commands/scrub.js');
  const rebuild = (view: string) => run('verify-api/commands/rebuild.js', view);
  const suspend = (path: string, headers: Record<string, string> = {}) =>
    fixture.admin.post(`/v1/${path}/suspend`, { reason }, headers);
  const historyOf = async (id: string) => (await fixture.reader.get(`/v1/records/${id}/history`)).body;
  const verifiedOf = async (id: string) =>
    (await fixture.verifier.post('/v1/records/verify', { record_id: id })).body['evidence'].provenance
      .verified;
  /** Where a text stands in tables that hold what callers wrote. */
  const placesOf = async (text: string) => {
    const tables = [
      ...['record_store', 'credential_authority'].flatMap((schema) => [
        `${schema}.events`,
        `${schema}.companions`,
        `${schema}.idempotency_keys`,
      ]),
      'record_store.metadata',
      'record_store.metadata_events',
      'verify_api_records.records',
      'verify_api_directory.authorities',
    ];
    const counts = tables.map(
      (table) => `SELECT '${table}' AS place FROM ${table} AS t WHERE position($1 in t::text) > 0`,
    );
    const rows = await service.sql<{ place: string }>(counts.join(' UNION '), [text]);
    const published = [...(await publishedBodies(service)).values()].some((body) => body.includes(text));
    return [...rows.map(({ place }) => place), ...(published ? ['published_events'] : [])].toSorted();
  };

  it(
    'of a record leaves its chain sound, everywhere and for good',
    async () => {
      const key = { 'idempotency-key': recordId };
      const suspended = await suspend(`records/${recordId}`, key);
      expect((await historyOf(recordId))['reasons']).toMatchObject([{ sequence: 2, reason }]);
      expect(await verifiedOf(recordId)).toBe(true);
      await eventually(async () => expect(await placesOf(reason)).toHaveLength(3));

      const { code, output } = await erase('record', recordId);
      expect([code, output]).toEqual([
        0,
        `development: 1 reason of ${recordId} erased, and those in 1 stored result.\n`,
      ]);
      expect(await placesOf(reason)).toEqual([]);
      await eventually(async () => expect((await historyOf(recordId))['reasons']).toEqual([]));
      expect(await verifiedOf(recordId)).toBe(true);
      expect((await fixture.reader.get(`/v1/records/${recordId}`)).body).toMatchObject({
        state: 'suspended',
        version: 2,
        reason: null,
      });
      const repeated = await suspend(`records/${recordId}`, key);
      expect([repeated.status, repeated.body]).toEqual([200, { ...suspended.body, reason: null }]);

      expect((await rebuild('records')).code).toBe(0);
      expect(await placesOf(reason)).toEqual([]);
      expect(await verifiedOf(recordId)).toBe(true);
    },
    PATIENCE,
  );

  it(
    'of an authority shows it without one at once, and still after a rebuild',
    async () => {
      await suspend(`authorities/${authorityId}`);
      const read = async () => (await fixture.reader.get(`/v1/authorities/${authorityId}`)).body;
      const before = await read();
      expect(before['reason']).toBe(reason);
      const { body } = await fixture.reader.get(`/v1/authorities/${authorityId}/history`);
      expect(body['reasons']).toMatchObject([{ sequence: 2, reason }]);
      expect(await erase('authority', authorityId)).toMatchObject({ code: 0 });
      expect(await placesOf(reason)).toEqual([]);
      expect(await read()).toEqual({ ...before, reason: null });
      const erased = await fixture.reader.get(`/v1/authorities/${authorityId}/history`);
      expect(erased.body).toEqual({ ...body, reasons: [] });
      const listed = (await fixture.reader.get('/v1/authorities?limit=1')).body['data'][0];
      expect(listed).toEqual({ ...before, reason: null });
      expect((await rebuild('directory')).code).toBe(0);
      expect(await placesOf(reason)).toEqual([]);
    },
    PATIENCE,
  );

  it(
    'reaches events: later deliveries, replays and polls differ by the reason alone',
    async () => {
      const receiver = await Receiver.start();
      try {
        const at = receiver.newPath();
        const wanted = { endpoint: receiver.url(at), categories: ['service.record.suspended'] };
        const { body: subscription } = await fixture.admin.post('/v1/subscriptions', wanted);
        await suspend(`records/${recordId}`);
        const newest = () =>
          eventually(() => {
            const last = receiver.at(at).at(-1);
            if (last === undefined) throw new Error('Nothing has arrived.');
            return last;
          });
        const first = await newest();
        // What a receiver can check with nothing but the delivery.
        const { reason: told, reason_salt: salt, evidence, ...others } = first.event;
        const [element] = evidence.provenance.chain;
        const digest = createHash('sha256').update(`${salt}\n${told}`).digest('hex');
        expect([told, others['previous_state'], element.reason_digest]).toEqual([
          reason,
          'active',
          `sha256:${digest}`,
        ]);

        expect((await erase('record', recordId)).code).toBe(0);
        const expected = canonicalJson({ event: { ...others, evidence } });
        const { body: page } = await fixture.admin.get(`/v1/events?subject_id=${recordId}`);
        const polled = (page['data'] as { id: string }[]).find(({ id }) => id === first.event['id']);
        expect(canonicalJson({ event: polled })).toBe(expected);
        const { text } = await fixture.admin.get(`/v1/events/${first.event['id']}`);
        expect(`{"event":${text}}`).toBe(expected);
        const span = { from: inMilliseconds(-60_000), to: inMilliseconds(0) };
        await eventually(async () => {
          const { length } = receiver.at(at);
          await fixture.admin.post(`/v1/subscriptions/${subscription['id']}/replays`, span);
          await eventually(() => receiver.at(at).length > length);
          expect((await newest()).text).toBe(expected);
        });
        expect((await newest()).headers['service-event-id']).toBe(first.event['id']);
      } finally {
        await receiver.stop();
      }
    },
    PATIENCE,
  );

  it(
    'leaves what comes after it',
    async () => {
      await suspend(`records/${recordId}`);
      await erase('record', recordId);
      const reinstated = await fixture.admin.post(`/v1/records/${recordId}/reinstate`, {
        reason: 'All is well',
      });
      expect(reinstated.body).toMatchObject({ state: 'active', version: 3, reason: 'All is well' });
      expect((await historyOf(recordId))['reasons']).toMatchObject([{ sequence: 3, reason: 'All is well' }]);
      expect(await verifiedOf(recordId)).toBe(true);
    },
    PATIENCE,
  );

  it(
    'takes a record’s metadata along, from wherever they are stored, and what is set later stays',
    async () => {
      const path = `/v1/records/${recordId}`;
      const note = (text: string) => fixture.admin.patch(path, { metadata: { note: text } });
      await note(reason);
      expect(await placesOf(reason)).toEqual(['record_store.metadata']);
      const { code, output } = await erase('record', recordId);
      expect([code, output]).toEqual([0, expect.stringContaining('Its metadata are erased.')]);
      expect(await placesOf(reason)).toEqual([]);
      const erased = { version: 1, metadata: {}, metadata_version: 2 };
      expect((await fixture.reader.get(path)).body).toMatchObject(erased);
      expect((await rebuild('records')).code).toBe(0);
      expect((await fixture.reader.get(path)).body).toMatchObject(erased);
      expect((await note('later')).body).toMatchObject({ metadata: { note: 'later' }, metadata_version: 3 });
      expect(await verifiedOf(recordId)).toBe(true);
    },
    PATIENCE,
  );

  it(
    'reaches no other project, and says where it finds nothing',
    async () => {
      await suspend(`records/${recordId}`);
      for (const answer of [
        await erase('record', recordId, 'prj_other'),
        await erase('record', 'rec_missing'),
        await erase('authority', recordId),
      ]) {
        expect(answer).toMatchObject({ code: 1, output: expect.stringContaining('there is no') });
      }
      expect((await historyOf(recordId))['reasons']).toMatchObject([{ reason }]);
    },
    PATIENCE,
  );

  it(
    'waits for no rebuild, whose events may have been read before',
    async () => {
      const granted = await grant(fixture.admin);
      await suspend(`authorities/${granted}`);
      await service.sql('CREATE SCHEMA verify_api_directory_next');
      try {
        expect(await erase('authority', granted)).toMatchObject({
          code: 1,
          errors: expect.stringContaining('rebuilt'),
        });
        expect(await placesOf(reason)).toContain('credential_authority.companions');
      } finally {
        await service.sql('DROP SCHEMA verify_api_directory_next');
      }
      await erase('authority', granted);
      expect(await placesOf(reason)).toEqual([]);
    },
    PATIENCE,
  );

  it(
    'leaves nothing that the scrub finds',
    async () => {
      const { code, output } = await scrub();
      expect([code, output]).toEqual([0, expect.stringContaining('development: 0 differences')]);
    },
    PATIENCE,
  );
});
