import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@service/contracts';
import { SigningKey, digestText, hashElement, keySubjectId, signDigest } from '@service/evidence';
import { encodeSignature } from '@service/event-store';
import { eventually } from '@service/testing';
import { queryDatabase } from '../support/databases.js';
import { describeService } from '../support/describe-service.js';
import { grant, register } from '../support/fixtures.js';
import { loginOf } from '../support/login-of.js';
import { editPublished } from '../../apps/webhook-dispatcher/src/testing/edit-published.js';
import { Receiver } from '../support/receiver.js';

const SOON = { timeout: 20_000 };
const TAMPERED = 'Stored data was tampered with';

/** Takes a subject’s second element out of its app’s tables, as an owner of the database can. */
const removeSecond = (app: string): string => `
  DELETE FROM ${app}.companions
    WHERE event_id = (SELECT event_id FROM ${app}.events WHERE stream_id = ':id' AND version = 2);
  DELETE FROM ${app}.events WHERE stream_id = ':id' AND version = 2`;
/** Adds an element to the stream of a key, with a signature, as somebody does who can write every table. */
const ADD_KEY_ELEMENT = `
  INSERT INTO credential_authority.events (stream_id, version, event_id, type, schema_version, element, signature)
  VALUES ($1, $2, $3, $4, 1, $5, $6)`;
/** The view as it was after the first element, in all columns. */
const ROLL_BACK_VIEW = `
  UPDATE verify_api_records.records SET state = 'active', version = 1, updated_at = created_at, digest = (
      SELECT 'sha256:' || encode(sha256(convert_to(element, 'UTF8')), 'hex')
      FROM record_store.events WHERE stream_id = ':id' AND version = 1)
    WHERE id = ':id'`;
/** Gives the second element’s leaf to another subject, so that nothing names the one that it belongs to. */
const RENAME_LEAF = `
  UPDATE record_store.log_leaves SET subject_id = 'rec_elsewhere' WHERE subject_id = ':id' AND sequence = 2`;

/** A subject’s leaves that a published checkpoint covers. */
const PUBLISHED = `SELECT FROM record_store.log_leaves WHERE subject_id = $1
  AND index < (SELECT tree_size FROM record_store.log_head)`;

const SWALLOW = `
  CREATE FUNCTION verify_api.noop() RETURNS trigger LANGUAGE plpgsql AS 'begin return null; end';
  CREATE TRIGGER z BEFORE INSERT ON verify_api.findings FOR EACH ROW EXECUTE FUNCTION verify_api.noop()`;

describeService(
  { name: 'somebody who writes the database', env: { SCRUB_LOAD_PERCENT: '100' } },
  (service, fixture) => {
    const run = (statement: string, id: string) =>
      service.sql(`SET session_replication_role = replica; ${statement.replaceAll(':id', id)}`);
    const provenanceOf = async (id: string) => {
      const { status, body } = await fixture.verifier.post('/v1/records/verify', { record_id: id });
      expect(status).toBe(200);
      return {
        verified: body['evidence'].provenance.verified as boolean,
        state: body['record'].state as string,
      };
    };
    /** Lines of the alarms about a subject. */
    const alarmsAbout = (id: string): string[] =>
      service.errors
        .split('\n')
        .filter((line) => line.includes(TAMPERED) && line.includes(`"subject_id":"${id}"`));
    const metric = async (line: RegExp): Promise<number> => {
      const text = await (await fetch(`${service.adminUrl}/metrics`)).text();
      return Number(line.exec(text)?.[1] ?? NaN);
    };
    /** A revoked record whose elements are both in the log, and below the position of answers. */
    const revoked = async (authorityId: string): Promise<string> => {
      const id = await register(fixture.admin, authorityId);
      await fixture.admin.post(`/v1/records/${id}/revoke`, { reason: 'It was forged.' });
      const { body } = await fixture.verifier.post(
        '/v1/records/verify',
        { record_id: id },
        { prefer: 'wait=10' },
      );
      expect(body).toMatchObject({
        evidence: { provenance: { verified: true } },
        record: { state: 'revoked' },
      });
      return id;
    };

    // Security review, verdicts: an edited history showed only when somebody asked.
    it('and edits a line of the history gets an alarm about it', async () => {
      const { headers } = await fixture.reader.get('/v1/projects/current');
      const requestId = String(headers.get('service-request-id'));
      const edited = await eventually(async () => {
        const rows = await service.sql<{ writer: string }>(
          `UPDATE verify_api.interactions SET lines = replace(lines, '"${requestId}"', '"req_forged"')
           WHERE position('"${requestId}"' in lines) > 0 RETURNING writer`,
        );
        expect(rows).toHaveLength(1);
        return rows[0]?.writer ?? '';
      });
      await eventually(() => {
        expect(alarmsAbout('history').join('\n')).toMatch(
          new RegExp(` ${fixture.projectId} ${edited} \\d+: edited`),
        );
      }, SOON);
      const findings = await metric(
        /^rvs_scrub_findings\{environment="development",kind="history"\} (\d+)$/m,
      );
      expect(findings).toBeGreaterThan(0);
      expect(
        await metric(/^rvs_scrub_history_age_seconds\{environment="development"\} (\S+)$/m),
      ).toBeLessThan(3_600);
    });

    describe('and rolls a record back to what it was', () => {
      let id: string;
      beforeEach(async () => {
        id = await revoked(fixture.authorityId);
      });

      it.each([
        ['in the view', ROLL_BACK_VIEW],
        ['in view and events', `${ROLL_BACK_VIEW}; ${removeSecond('record_store')}`],
        [
          'and gives its leaf to another',
          `${ROLL_BACK_VIEW}; ${removeSecond('record_store')}; ${RENAME_LEAF}`,
        ],
      ])('gets no verified answer, and an alarm about that record: %s', async (_, change) => {
        await run(change, id);
        await eventually(
          async () => expect(await provenanceOf(id)).toEqual({ verified: false, state: 'active' }),
          SOON,
        );
        expect(alarmsAbout(id).join()).toContain('the transparency log has a newer element');
        const { body: batch } = await fixture.verifier.post('/v1/records/verify/batch', {
          records: [{ record_id: id }, { record_id: fixture.recordId }],
        });
        const verified = (batch['data'] as { evidence: { provenance: { verified: boolean } } }[]).map(
          ({ evidence }) => evidence.provenance.verified,
        );
        expect(verified).toEqual([false, true]);
        // Without the provenance, nothing in an answer could say that it is not verified.
        const { body: states } = await fixture.verifier.post('/v1/records/verify/batch', {
          records: [id, fixture.recordId].map((record_id) => ({ record_id, evidence_scope: ['state'] })),
        });
        expect(states['data']).toMatchObject([
          { error: { code: 'service.unavailable' } },
          { record: { id: fixture.recordId } },
        ]);
        const { body: bundle } = await fixture.verifier.get(`/v1/records/${id}/evidence`);
        expect(bundle['answer'].body.evidence.provenance.verified).toBe(false);
        expect(
          await metric(/^rvs_log_contradictions_total\{environment="development"\} (\d+)$/m),
        ).toBeGreaterThan(0);
      });

      it('is found by the scrub under the record’s name', async () => {
        await run(`${ROLL_BACK_VIEW}; ${removeSecond('record_store')}; ${RENAME_LEAF}`, id);
        const newer = new RegExp(
          `^development: ${id}: the transparency log has a newer element, leaf \\d+$`,
          'm',
        );
        const { output } = await service.outcome('verify-api/commands/scrub.js');
        expect(output).toMatch(newer);
        expect(output).toMatch(
          /^development: log: leaf \d+: its slot is not that of element 2 of rec_elsewhere$/m,
        );
      });

      it.each([
        [
          'changes the slot of the leaf',
          `UPDATE record_store.log_leaves SET slot = sha256(slot) WHERE`,
          /: its slot is not/,
        ],
        ['deletes the leaf', `DELETE FROM record_store.log_leaves WHERE`, /"log".*leaf \d+ is missing/],
      ])('is found in the log where he also %s', async (_, change, found) => {
        await run(`${change} subject_id = ':id' AND sequence = 2`, id);
        await run(`${ROLL_BACK_VIEW}; ${removeSecond('record_store')}`, id);
        await eventually(() => expect(alarmsAbout('log').join('\n')).toMatch(found), SOON);
      });
    });

    // Security review F6.
    it('and forges a published event gets it neither signed nor shown, while others arrive', async () => {
      const receiver = await Receiver.start();
      try {
        const [forged, sound] = [
          await register(fixture.admin, fixture.authorityId),
          await register(fixture.admin, fixture.authorityId),
        ];
        const polled = async (id: string) => {
          const { status, body } = await fixture.admin.get(`/v1/events?subject_id=${id}`);
          return { status, events: (body['data'] ?? []) as { id: string; state: string }[] };
        };
        const eventOf = (id: string) =>
          eventually(async () => {
            const { events } = await polled(id);
            expect(events).toHaveLength(1);
            return events[0]?.id ?? '';
          });
        const [eventId] = [await eventOf(forged), await eventOf(sound)];
        /** Polls the project’s events page by page, to the end or to an error. */
        const pollAll = async () => {
          for (let cursor = ''; ;) {
            const { status, body } = await fixture.admin.get(`/v1/events?limit=100${cursor}`);
            const events = (body['data'] ?? []) as { id: string }[];
            const isShown = events.some(({ id }) => id === eventId);
            if (isShown || status !== 200 || events.length === 0) return { status, isShown };
            cursor = `&cursor=${String(body['next_cursor'])}`;
          }
        };
        expect(await pollAll()).toEqual({ status: 200, isShown: true });
        const query = async (text: string, values: unknown[]) => ({ rows: await service.sql(text, values) });
        const replaceState = (from: string, to: string) =>
          editPublished({ query }, eventId, (body) =>
            body.replaceAll(`"state":"${from}"`, `"state":"${to}"`),
          );
        await replaceState('active', 'revoked');
        expect((await fixture.admin.get(`/v1/events/${eventId}`)).body['error']?.code).toBe(
          'service.unavailable',
        );
        expect(await polled(forged)).toEqual({ status: 503, events: [] });
        expect((await polled(sound)).events).toHaveLength(1);
        expect(await pollAll()).toEqual({ status: 503, isShown: false });
        const path = receiver.newPath();
        const subscribed = await fixture.admin.post('/v1/subscriptions', {
          endpoint: receiver.url(path),
          categories: ['record'],
        });
        const replay = `/v1/subscriptions/${String(subscribed.body['id'])}/replays`;
        const since = new Date(Date.now() - 60_000).toISOString();
        expect((await fixture.admin.post(replay, { from: since })).status).toBe(202);
        const arrivedOf = (id: string) => receiver.at(path).filter(({ event }) => event['record_id'] === id);
        await eventually(() => expect(arrivedOf(sound)).toHaveLength(1), SOON);
        expect(arrivedOf(forged)).toEqual([]);
        const alarms = () => service.errors.split('\n').filter((line) => line.includes(TAMPERED));
        expect(alarms().join()).toContain(eventId);
        expect(await metric(/^rvs_published_events_forged_total\{environment="development"\} (\d+)$/m)).toBe(
          1,
        );
        await eventually(() => expect(alarmsAbout('published_events').join()).toContain(eventId), SOON);
        await replaceState('revoked', 'active');
        await eventually(async () => {
          await service.sql(
            "UPDATE webhook_dispatcher.queues SET due = due - interval '10 seconds' WHERE NOT leased",
          );
          expect(arrivedOf(forged)).toHaveLength(1);
        }, SOON);
        expect(arrivedOf(forged)[0]?.event).toMatchObject({ id: eventId, state: 'active' });
        expect((await polled(forged)).events).toHaveLength(1);
      } finally {
        await receiver.stop();
      }
    });

    it('cannot silence the alarms of the scrub', async () => {
      const id = await revoked(fixture.authorityId);
      await service.sql(SWALLOW);
      await run(
        `UPDATE record_store.events SET element = replace(element, 'registry', 'Registry') WHERE stream_id = ':id'`,
        id,
      );
      await eventually(async () => expect((await provenanceOf(id)).verified).toBe(false), SOON);
      expect(alarmsAbout(id)).not.toEqual([]);
      await eventually(() => {
        const alarms = alarmsAbout('database').join('\n');
        expect(alarms).toContain(
          'unexpected: trigger (O): CREATE TRIGGER z BEFORE INSERT ON verify_api.findings',
        );
        expect(alarms).toContain('the table of findings does not store what it is sent');
      }, SOON);
      expect(await service.sql('SELECT FROM verify_api.findings WHERE subject_id = $1', [id])).toEqual([]);
      expect(
        await metric(/^rvs_scrub_findings\{environment="development",kind="catalogue"\} (\d+)$/m),
      ).toBeGreaterThan(0);
      await service.sql('DROP FUNCTION verify_api.noop CASCADE');
      await run(
        `UPDATE record_store.events SET element = replace(element, 'Registry.example', 'registry.example') WHERE stream_id = ':id'`,
        id,
      );
    });

    /** Adds an element to a key’s stream, signed by a key of one’s own. */
    const addToKey = async (keyId: string, event: object, previous: string | null, own: SigningKey) => {
      const sequence = previous === null ? 1 : 2;
      const event_id = newId('event');
      const linkage = { format: 'element/v1', log: 'log', sequence, event_id, reason_digest: null, previous };
      const content = { ...event, ...linkage, key_id: keyId, salt: randomBytes(16).toString('base64url') };
      const { text, digest } = hashElement(content);
      const signature = encodeSignature(signDigest(digest, own));
      const type = (event as { type: string }).type;
      const row = [keySubjectId(keyId), sequence, event_id, type, text, signature];
      await queryDatabase(loginOf(service, 'credential_authority'), ADD_KEY_ELEMENT, row);
    };

    it('makes no key of his own, and revokes none of the service’s', async () => {
      const [row] = await service.sql(
        `SELECT stream_id, element FROM credential_authority.events
         WHERE type = 'service.key.published' AND element LIKE '%"purpose":"provenance"%'`,
      );
      const real = row as { stream_id: string; element: string };
      const { key_id: realId, public_key } = JSON.parse(real.element) as {
        key_id: string;
        public_key: string;
      };
      const occurred_at = '2026-01-01T00:00:00.000Z';
      const own = SigningKey.generate('provenance', occurred_at);
      const never = { invalid_since: null, invalid_from_size: null };
      const members = { occurred_at, purpose: 'provenance', cause: null, ...never };
      const published = { ...members, type: 'service.key.published', state: 'active' };
      await addToKey(own.keyId, { ...published, public_key: own.publicKey }, null, own);
      const always = { invalid_since: occurred_at, invalid_from_size: 0 };
      const compromise = { state: 'revoked', cause: 'key_compromise', ...always };
      const revocation = { ...members, ...compromise, type: 'service.key.revoked', public_key };
      await addToKey(realId, revocation, digestText(real.element), own);
      const streams = [keySubjectId(own.keyId), real.stream_id];
      for (const stream of streams) {
        await eventually(
          () =>
            service.errors
              .split('\n')
              .some((line) => line.includes('a forged event') && line.includes(stream)),
          SOON,
        );
      }
      // Behind them in the log, and in the memory of the gateway.
      const id = await register(fixture.admin, fixture.authorityId);
      const request = { record_id: id };
      const { body } = await fixture.verifier.post('/v1/records/verify', request, { prefer: 'wait=10' });
      expect(body).toMatchObject({ evidence: { provenance: { verified: true } } });
      expect(body['evidence'].provenance.receipt).not.toBeNull();
      const logged = await service.sql(
        'SELECT subject_id, sequence FROM record_store.log_leaves WHERE subject_id = ANY ($1)',
        [streams],
      );
      expect(logged).toEqual([{ subject_id: real.stream_id, sequence: 1 }]);
      const { output } = await service.outcome('verify-api/commands/scrub.js');
      for (const stream of streams)
        expect(output).toMatch(new RegExp(`${stream}: event . .*its owner did not`));
      // A row that anybody can add must not take the answers out of service.
      await register(fixture.admin, fixture.authorityId);
      const after = await fixture.verifier.post('/v1/records/verify', { record_id: fixture.recordId });
      expect(after.body).toMatchObject({ evidence: { provenance: { verified: true } } });
      await run(
        `DELETE FROM credential_authority.events WHERE stream_id = ':id' AND mac IS NULL`,
        real.stream_id,
      );
      await run(`DELETE FROM credential_authority.events WHERE stream_id = ':id'`, keySubjectId(own.keyId));
    }, 60_000);

    it('and takes back the revocation of a stolen key gets no verified answer, and an alarm about the key', async () => {
      const id = await register(fixture.admin, fixture.authorityId);
      const elements = async () => {
        const { body } = await fixture.verifier.post('/v1/records/verify', { record_id: id });
        return body['evidence'].provenance as {
          verified: boolean;
          chain: { signature: { key_id: string } }[];
        };
      };
      const keyId = (await elements()).chain[0]?.signature.key_id ?? '';
      const stream = keySubjectId(keyId);
      const keys = 'credential-authority/commands/keys.js';
      await service.command(keys, 'rotate', 'provenance');
      const stolen = [
        '--reason',
        'stolen',
        '--cause',
        'key_compromise',
        '--tree-size',
        '0',
        '--invalid-since',
      ];
      await service.command(keys, 'revoke', keyId, ...stolen, '2026-01-01T00:00:00.000Z');
      await eventually(async () => expect((await elements()).verified).toBe(false));
      await eventually(async () => {
        expect(await service.sql(PUBLISHED, [stream])).toHaveLength(2);
      });
      await run(removeSecond('credential_authority'), stream);
      const { output } = await service.outcome('verify-api/commands/scrub.js');
      expect(output).toContain(`${stream}: the transparency log has a newer element`);
      await run(RENAME_LEAF, stream);
      await service.end('SIGTERM');
      await service.begin();
      // The directory no longer knows of the revocation.
      await eventually(async () => expect((await elements()).verified).toBe(false), SOON);
      await eventually(() => expect(alarmsAbout(stream).join()).toContain('"version":1,"leaf"'), SOON);
    }, 120_000);

    it('and rolls an authority back gets no verified answer, and an alarm about it', async () => {
      const authorityId = await grant(fixture.admin);
      const id = await register(fixture.admin, authorityId);
      await fixture.admin.post(`/v1/authorities/${authorityId}/revoke`, {
        reason: 'Its key leaked.',
        cause: 'ceased',
      });
      await eventually(async () => {
        expect(await service.sql(PUBLISHED, [authorityId])).toHaveLength(2);
      });
      await run(`${removeSecond('credential_authority')}; ${RENAME_LEAF}`, authorityId);
      // Gateways hold authorities in memory.
      await service.end('SIGTERM');
      await service.begin();
      await eventually(async () => expect((await provenanceOf(id)).verified).toBe(false), SOON);
      expect(alarmsAbout(authorityId).join()).toContain('the transparency log has a newer element');
    }, 120_000);
  },
);
