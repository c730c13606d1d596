import { beforeEach, expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import { describeService } from './support/describe-service.js';
import { inMilliseconds, register, uniqueName } from './support/fixtures.js';

const RECORD_COLUMNS = [
  'project_id',
  'authority_id',
  'issuer',
  'origin',
  'external_id',
  'content_digest',
  'state',
  'version',
  'expires_at',
  'successor_id',
  'reason',
  'registered_at',
  'updated_at',
];
const ELEMENT_COLUMNS = ['sequence', 'text', 'digest', 'signature', 'reason', 'reason_salt'];

/** A statement for each member of a record's rows, and for whole rows; `:id` stands for the record's id. */
function rowChanges(): Record<string, string> {
  const records = 'verify_api_records.records';
  const elements = 'verify_api_records.elements';
  const second = 'WHERE record_id = :id AND sequence = 2';
  const changes = RECORD_COLUMNS.map((column) => {
    const value = column === 'version' ? 'version + 1' : `coalesce(${column}, '') || 'x'`;
    return [column, `UPDATE ${records} SET ${column} = ${value} WHERE id = :id`];
  });
  for (const column of ELEMENT_COLUMNS) {
    const values: Record<string, string> = { sequence: 'sequence + 10', signature: `'{}'` };
    changes.push([
      `element ${column}`,
      `UPDATE ${elements} SET ${column} = ${values[column] ?? `${column} || ' '`} ${second}`,
    ]);
  }
  return {
    ...Object.fromEntries(changes),
    'element removed': `DELETE FROM ${elements} ${second}`,
    'newest element removed': `DELETE FROM ${elements} WHERE record_id = :id AND sequence = 3`,
    'element added': `INSERT INTO ${elements} SELECT record_id, 4, text, digest, signature, reason, reason_salt
      FROM ${elements} WHERE record_id = :id AND sequence = 3`,
    'elements swapped': `UPDATE ${elements} SET sequence = 7 ${second};
      UPDATE ${elements} SET sequence = 2 WHERE record_id = :id AND sequence = 3;
      UPDATE ${elements} SET sequence = 3 WHERE record_id = :id AND sequence = 7`,
    'text is no JSON': `UPDATE ${elements} SET text = 'x' ${second}`,
  };
}

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
    const turnsFalse = () =>
      eventually(async () => expect(await verified()).toBe(false), { timeout: 10_000 });
    /** Runs statements with triggers off, as the owner of the database can. */
    const tamper = (statement: string) => service.sql(`SET session_replication_role = replica; ${statement}`);
    const command = (name: string, ...parameters: string[]) =>
      service.outcome(`verify-api/commands/${name}.js`, ...parameters);

    it('makes verified false within 5 s, whichever member of a record’s rows it is', async () => {
      const tampered = new Map<string, string>();
      for (const [name, statement] of Object.entries(rowChanges())) {
        id = await newRecord();
        await tamper(statement.replaceAll(':id', `'${id}'`));
        tampered.set(name, id);
      }
      await eventually(
        async () => {
          const stillTrue = [];
          for (const [name, changed] of tampered) {
            id = changed;
            if (await verified()) stillTrue.push(name);
          }
          expect(stillTrue).toEqual([]);
        },
        { timeout: 10_000 },
      );
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
      await tamper('DELETE FROM verify_api_records.elements; DELETE FROM verify_api_records.records');
      expect((await command('scrub')).output).toContain(`development: ${id}: event 3`);
      expect((await command('rebuild', 'records')).code).toBe(0);
      expect(await command('scrub')).toMatchObject({ code: 0 });
      await eventually(async () => expect(await verified()).toBe(true), { timeout: 10_000 });
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
        expect(output).toContain(`development: ${id}: event`);
        await turnsFalse();
        await tamper(`DELETE FROM record_store.events WHERE stream_id IN ('${id}', 'rec_elsewhere');
      DELETE FROM record_store.streams WHERE stream_id = '${id}';
      DELETE FROM verify_api_records.elements WHERE record_id = '${id}';
      DELETE FROM verify_api_records.records WHERE id = '${id}'`);
      },
      60_000,
    );

    it('is named by the scrub where an event was added', async () => {
      await tamper(`INSERT INTO record_store.events (stream_id, version, event_id, type, schema_version, element)
      SELECT stream_id, 4, event_id || 'x', type, 1, element FROM record_store.events
      WHERE stream_id = '${id}' AND version = 3`);
      const { code, output } = await command('scrub');
      expect(code).toBe(1);
      expect(output).toMatch(new RegExp(`${id}: event 4.*added`));
      await turnsFalse();
    });

    it('is not verified where it was written into the event table before the log had it, with a genuine signature', async () => {
      const forged = `rec_${id.slice(4).split('').toReversed().join('')}`;
      const genuine = id;
      await tamper(`
        INSERT INTO record_store.streams SELECT '${forged}', 1 FROM record_store.streams WHERE stream_id = '${id}';
        INSERT INTO record_store.events (stream_id, version, event_id, type, schema_version, element)
        SELECT '${forged}', 1, event_id || 'x', type, 1, replace(element, '${id}', '${forged}') FROM record_store.events
        WHERE stream_id = '${id}' AND version = 1;
        INSERT INTO record_store.companions SELECT (jsonb_populate_record(c, jsonb_build_object('event_id', c.event_id || 'x'))).*
        FROM record_store.companions AS c JOIN record_store.events AS e USING (event_id)
        WHERE e.stream_id = '${id}' AND e.version = 1`);
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
      await eventually(
        async () => {
          const [ofForged, ofGenuine] = await provenances();
          expect([ofForged?.verified, ofGenuine?.verified]).toEqual([false, true]);
          expect(ofForged?.receipt).not.toBeNull();
        },
        { timeout: 10_000 },
      );
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
          `UPDATE ${views} SET project_id = '${rival['project'].id}' WHERE id = ':id'`,
          `DELETE FROM ${log}.events WHERE stream_id = ':id'; DELETE FROM ${log}.streams WHERE stream_id = ':id'`,
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
      expect(output.split('\n').filter((line) => line.startsWith('development: sub_'))).toEqual(
        expected.toSorted(),
      );
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
