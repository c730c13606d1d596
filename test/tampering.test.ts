import { beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import { describeService } from './support/describe-service.js';
import { createProject, grant, inMilliseconds, issue, register, uniqueName } from './support/fixtures.js';
import { keepRows } from './support/keep-rows.js';

const RECORD_COLUMNS = [
  'project_id',
  'authority_id',
  'issuer',
  'origin',
  'external_id',
  'content_digest',
  'state',
  'version',
  'digest',
  'expires_at',
  'successor_id',
  'created_at',
  'updated_at',
];

/** A statement for each member of a record's row, of its events and their companions; `:id` stands for the record's id. */
function rowChanges(): Record<string, string> {
  const records = 'verify_api_records.records';
  const [events, companions] = ['record_store.events', 'record_store.companions'];
  const at = (version: number) => `WHERE stream_id = :id AND version = ${version}`;
  const beside = `WHERE event_id = (SELECT event_id FROM ${events} ${at(2)})`;
  const changes = RECORD_COLUMNS.map((column) => {
    const value = column === 'version' ? 'version + 1' : `coalesce(${column}, '') || 'x'`;
    return [column, `UPDATE ${records} SET ${column} = ${value} WHERE id = :id`];
  });
  return {
    ...Object.fromEntries(changes),
    'element text': `UPDATE ${events} SET element = element || ' ' ${at(2)}`,
    'element sequence': `UPDATE ${events} SET version = version + 10 ${at(2)}`,
    'element signature': `UPDATE ${events} SET signature = signature || signature ${at(2)}`,
    'element reason': `UPDATE ${companions} SET reason = reason || ' ' ${beside}`,
    'element reason_salt': `UPDATE ${companions} SET reason_salt = reason_salt || ' ' ${beside}`,
    'element removed': `DELETE FROM ${events} ${at(2)}`,
    'newest element removed': `DELETE FROM ${events} ${at(3)}`,
    'row of a version that no element has': `UPDATE ${records} SET version = 4 WHERE id = :id`,
    'elements swapped': `UPDATE ${events} SET version = 7 ${at(2)};
      UPDATE ${events} SET version = 2 ${at(3)}; UPDATE ${events} SET version = 3 ${at(7)}`,
    'text is no JSON': `UPDATE ${events} SET element = 'x' ${at(2)}`,
  };
}

/** Leaves of a subject that a published checkpoint covers. */
const LOGGED = `SELECT FROM record_store.log_leaves WHERE subject_id = $1
  AND index < (SELECT tree_size FROM record_store.log_head)`;

describeService(
  { name: 'what is changed behind the service’s back', env: { SCRUB_LOAD_PERCENT: '100' } },
  (service, fixture) => {
    let id: string;
    beforeEach(async () => {
      id = await newRecord();
    });

    const newRecord = async (): Promise<string> => {
      const expires_at = inMilliseconds(3_600_000);
      id = await register(fixture.admin, fixture.authorityId, { external_id: uniqueName(), expires_at });
      await fixture.admin.post(`/v1/records/${id}/suspend`, { reason: 'first' });
      await fixture.admin.post(`/v1/records/${id}/reinstate`, { reason: 'second' });
      expect(await verified()).toBe(true);
      return id;
    };

    const verified = async (): Promise<boolean> => {
      const { status, body } = await fixture.verifier.post('/v1/records/verify', { record_id: id });
      expect(status).toBe(200);
      return body['evidence'].provenance.verified as boolean;
    };
    const allLogged = () => eventually(async () => expect(await service.sql(LOGGED, [id])).toHaveLength(3));
    const turnsFalse = () => eventually(async () => expect(await verified()).toBe(false));
    /** Runs statements with triggers off, as the owner of the database can. */
    const tamper = (statement: string) => service.sql(`SET session_replication_role = replica; ${statement}`);
    const command = (name: string, ...parameters: string[]) =>
      service.outcome(`verify-api/commands/${name}.js`, ...parameters);

    it('makes verified false, whichever member of a record’s rows it is', async () => {
      const tampered = new Map<string, string>();
      const mends: (() => Promise<void>)[] = [];
      for (const [name, statement] of Object.entries(rowChanges())) {
        id = await newRecord();
        // An element that is taken away before the log has it is not logged once it is back.
        await allLogged();
        const ofRecord = `SELECT event_id FROM record_store.events WHERE stream_id = '${id}'`;
        const events = await service.sql<{ event_id: string }>(ofRecord);
        const own = `event_id IN (${events.map(({ event_id }) => `'${event_id}'`).join()})`;
        for (const table of ['events', 'companions']) {
          mends.push(await keepRows(service, `record_store.${table}`, own));
        }
        await tamper(statement.replaceAll(':id', `'${id}'`));
        tampered.set(name, id);
      }
      await eventually(async () => {
        const stillTrue = [];
        for (const [name, changed] of tampered) {
          id = changed;
          if (await verified()) stillTrue.push(name);
        }
        expect(stillTrue).toEqual([]);
      });
      for (const mend of mends) await mend();
    });

    it('is not verified where the log published a tree without an element after the promised time', async () => {
      await allLogged();
      await tamper(`UPDATE record_store.log_checkpoints SET published_at = published_at + interval '2 hours'
        WHERE tree_size = (SELECT max(tree_size) FROM record_store.log_checkpoints WHERE tree_size <=
          (SELECT index FROM record_store.log_leaves WHERE subject_id = '${id}' AND sequence = 1))`);
      await turnsFalse();
    });

    it('keeps events from being changed by mistake', async () => {
      for (const statement of [
        'UPDATE record_store.events SET type = type',
        'DELETE FROM record_store.events',
      ]) {
        await expect(service.sql(statement)).rejects.toMatchObject({ code: '42501' });
      }
    });

    it('is mended by a rebuild of the view, after which the scrub finds nothing', async () => {
      await tamper('DELETE FROM verify_api_records.records');
      expect((await command('scrub')).output).toContain(`development: ${id}: event 3`);
      expect((await command('rebuild', 'records')).code).toBe(0);
      expect(await command('scrub')).toMatchObject({ code: 0 });
      await eventually(async () => expect(await verified()).toBe(true));
    });

    it.each([
      [
        'its text',
        `UPDATE record_store.events SET element = replace(element, '"state":"active"', '"state":"expired"')`,
      ],
      ['its type', `UPDATE record_store.events SET type = 'service.record.revoked'`],
      ['its id', `UPDATE record_store.events SET event_id = event_id || 'x'`],
      ['its stream', `UPDATE record_store.events SET stream_id = 'rec_elsewhere'`],
      ['its version', `UPDATE record_store.events SET version = 9`],
      ['its existence', `DELETE FROM record_store.events`],
    ])(
      'is named by the scrub where an event lost %s, and shows in answers',
      async (_, statement) => {
        await tamper(`${statement} WHERE stream_id = '${id}' AND version = 3`);
        const { code, output } = await command('scrub');
        expect(code).toBe(1);
        expect(output).toContain(`development: ${id}: `);
        await turnsFalse();
        await tamper(`DELETE FROM record_store.events WHERE stream_id IN ('${id}', 'rec_elsewhere');
      DELETE FROM verify_api_records.records WHERE id = '${id}'`);
      },
      60_000,
    );

    describe('a hidden revocation', () => {
      const rows = {
        records: 'verify_api_records.records WHERE id = :id',
        events: 'record_store.events WHERE stream_id = :id AND version = 4',
        leaves: 'record_store.log_leaves WHERE subject_id = :id AND sequence = 4',
      };
      const moved = (slot: string) =>
        `UPDATE record_store.log_leaves SET slot = ${slot} WHERE subject_id = :id AND sequence = 4`;
      /** In the view, and in the log that shows what the view hides. */
      const inView = `DELETE FROM ${rows.records};
        INSERT INTO verify_api_records.records SELECT * FROM verify_api_records.before; ${moved('sha256(slot)')}`;
      const inEvents = `${inView}; DELETE FROM ${rows.events}`;

      it.each([
        [
          'in the view',
          inView,
          true,
          [/:id: event 4 .*: the view does not have it/, /leaf \d+: its slot is not that of element 4/],
        ],
        [
          'in the view and the events',
          inEvents,
          true,
          [/leaf \d+: its slot is not that of element 4 of :id/],
        ],
        [
          'and its leaf is deleted',
          `${inEvents}; DELETE FROM ${rows.leaves}`,
          false,
          [/leaf \d+ is missing/],
        ],
      ])(
        'is found among what is recent: %s',
        async (_, hide, shows, says) => {
          const own = (statement: string) => tamper(statement.replaceAll(':id', `'${id}'`));
          await own(`CREATE TABLE verify_api_records.before AS SELECT * FROM ${rows.records}`);
          await fixture.admin.post(`/v1/records/${id}/revoke`, { reason: 'hidden' });
          await eventually(async () => {
            for (const shown of [rows.leaves, `${rows.records} AND version = 4`]) {
              expect(await service.sql(`SELECT FROM ${shown}`.replaceAll(':id', `'${id}'`))).toHaveLength(1);
            }
          });
          for (const [name, where] of Object.entries(rows)) {
            await own(`CREATE TABLE verify_api_records.kept_${name} AS SELECT * FROM ${where}`);
          }
          await own(hide);
          const { code, output } = await command('scrub', '--recent');
          expect(code).toBe(1);
          for (const what of says) expect(output).toMatch(new RegExp(what.source.replaceAll(':id', id)));
          if (shows) await turnsFalse();
          for (const [name, where] of Object.entries(rows)) {
            const table = where.split(' ')[0];
            await own(`DELETE FROM ${where};
              INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM verify_api_records.kept_${name};
              DROP TABLE verify_api_records.kept_${name}`);
          }
          await own('DROP TABLE verify_api_records.before');
          expect((await command('scrub', '--recent')).output).not.toContain(id);
        },
        60_000,
      );
    });

    it('is named by the scrub where an event was added', async () => {
      await tamper(`INSERT INTO record_store.events (stream_id, version, event_id, type, schema_version, element)
      SELECT stream_id, 4, event_id || 'x', type, 1, element FROM record_store.events
      WHERE stream_id = '${id}' AND version = 3`);
      const { code, output } = await command('scrub');
      expect(code).toBe(1);
      expect(output).toMatch(new RegExp(`${id}: event 4 .*its id is not the one in its element`));
      await turnsFalse();
    });

    it('is not verified where it was written into the event table before the log had it, with a genuine signature', async () => {
      const forged = `rec_${id.slice(4).split('').toReversed().join('')}`;
      const genuine = id;
      await tamper(`
        INSERT INTO record_store.events (stream_id, version, event_id, type, schema_version, element, signature)
        SELECT '${forged}', 1, event_id || 'x', type, 1, replace(element, '${id}', '${forged}'), signature
        FROM record_store.events WHERE stream_id = '${id}' AND version = 1`);
      const asked = { records: [{ record_id: forged }, { record_id: genuine }] };
      const provenances = async () => {
        const { body } = await fixture.verifier.post('/v1/records/verify/batch', asked);
        const data = body['data'] as {
          evidence?: { provenance: { verified: boolean; receipt: object | null } };
        }[];
        return data.map(({ evidence }) => evidence?.provenance);
      };
      // Before the log has it, and after: the log says what was written, not that it is genuine.
      await eventually(async () => expect((await provenances())[0]).toMatchObject({ verified: false }));
      await eventually(async () => {
        const [ofForged, ofGenuine] = await provenances();
        expect([ofForged?.verified, ofGenuine?.verified]).toEqual([false, true]);
        expect(ofForged?.receipt).not.toBeNull();
      });
      id = forged;
      expect(await verified()).toBe(false);
    });

    it('is named by the scrub where the view of subscriptions differs from its log', async () => {
      const { body: rival } = await fixture.operator.post('/v1/projects', { name: 'Rival' });
      const views = 'verify_api_subscriptions.subscriptions';
      const log = 'webhook_dispatcher';
      const edited = `snapshot = replace(snapshot::text, 'receiver.example', 'rival.example')::json`;
      const changes = {
        'the view differs from its events': [
          `UPDATE ${views} SET ${edited} WHERE id = ':id'`,
          `UPDATE ${views} SET project_id = '${rival['id']}' WHERE id = ':id'`,
          `DELETE FROM ${log}.events WHERE stream_id = ':id'`,
        ],
        'the view does not have it': [`DELETE FROM ${views} WHERE id = ':id'`],
      };
      expect((await command('scrub')).output).not.toContain('development: sub_');
      const expected: string[] = [];
      for (const [difference, statements] of Object.entries(changes)) {
        for (const statement of statements) {
          const { body } = await fixture.admin.post('/v1/subscriptions', {
            endpoint: 'https://receiver.example/',
            categories: ['record'],
          });
          const subscription = String(body['id']);
          await eventually(async () =>
            expect(await service.sql(`SELECT FROM ${views} WHERE id = '${subscription}'`)).toHaveLength(1),
          );
          await tamper(statement.replaceAll(':id', subscription));
          expected.push(`development: ${subscription}: ${difference}`);
        }
      }
      const { output } = await command('scrub');
      const told = output.split('\n').filter((line) => line.startsWith('development: sub_'));
      expect(told.toSorted()).toEqual(expected.toSorted());
    });

    it('is named by the scrub where authorities, credentials or projects are not what their events, or the log, say', async () => {
      const views = 'verify_api_directory';
      const made = {
        authorities: () => grant(fixture.admin, { issuer: 'Genuine' }),
        credentials: async () => (await issue(fixture.admin, { name: 'Genuine' })).id,
        projects: async () => (await createProject(fixture.operator, 'Genuine')).id,
      };
      const expected: string[] = [];
      for (const [table, make] of Object.entries(made)) {
        for (const [statement, difference] of [
          [
            `UPDATE ${views}.${table} SET snapshot = replace(snapshot::text, 'Genuine', 'Forged')::json`,
            'the view differs from its events',
          ],
          [`DELETE FROM ${views}.${table}`, 'the view does not have it'],
        ] as const) {
          const subject = await make();
          await eventually(async () =>
            expect(await service.sql(`SELECT FROM ${views}.${table} WHERE id = '${subject}'`)).toHaveLength(
              1,
            ),
          );
          await tamper(`${statement} WHERE id = '${subject}'`);
          expected.push(`development: ${subject}: ${difference}`);
        }
      }
      const revoked = await grant(fixture.admin);
      await fixture.admin.post(`/v1/authorities/${revoked}/revoke`, { reason: 'r', cause: 'ceased' });
      await eventually(async () => expect(await service.sql(LOGGED, [revoked])).toHaveLength(2));
      await tamper(`DELETE FROM credential_authority.events WHERE stream_id = '${revoked}' AND version = 2`);
      expected.push(`development: ${revoked}: the transparency log has a newer element, leaf N`);
      const { output } = await command('scrub');
      const told = output.replaceAll(/leaf \d+$/gm, 'leaf N').split('\n');
      expect(told).toEqual(expect.arrayContaining(expected));
    });

    it('is named by the scrub where an authority’s event was edited, and shows in its records’ answers', async () => {
      await tamper(`UPDATE credential_authority.events SET element = replace(element, 'Test Registry', 'Best Registry')
      WHERE stream_id = '${fixture.authorityId}'`);
      const { output } = await command('scrub');
      expect(output).toContain(`development: ${fixture.authorityId}:`);
      await turnsFalse();
    });
  },
);
