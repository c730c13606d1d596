import { createHash } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { newId } from '@service/contracts';
import { eventually } from '@service/testing';
import type { Answer } from './support/client.js';
import { describeService } from './support/describe-service.js';
import { tagOf } from './support/tag-of.js';

/** Where other machines can connect, as those of tests can through a proxy, a setting says where the Console is. */
const ORIGIN = 'https://console.example';

describeService({ name: 'operators', env: { CONSOLE_ORIGIN: ORIGIN } }, (service, fixture) => {
  const auditor = () => [{ project_id: fixture.projectId, role: 'auditor' }];
  const invite = (grants: object[], headers = {}, name = 'Ada  Lovelace') =>
    fixture.operator.post('/v1/operators', { grants, name }, headers);
  const invited = async (grants: object[] = auditor()) => {
    const { invitation_link: _, ...operator } = (await invite(grants)).body;
    return operator as Record<string, unknown> & { id: string };
  };
  const outcome = ({ status, body }: Answer) => [status, body['error']?.code];
  const path = (id: string, what = '') => `/v1/operators/${id}${what}`;
  const reason = 'Left the company.';

  it('are invited by a link that is shown once, of which only a digest is stored', async () => {
    const key = { 'Idempotency-Key': newId('request') };
    const answer = await invite(auditor(), key);
    expect(answer.status).toBe(201);
    expect(answer.headers.get('cache-control')).toContain('no-store');
    const { invitation_link: link, ...operator } = answer.body as Record<string, unknown> & {
      id: string;
      invitation_link: string;
    };
    expect(operator).toMatchObject({
      state: 'invited',
      version: 1,
      name: 'Ada Lovelace',
      address: null,
      grants: auditor(),
      keys: [],
    });
    const form = new RegExp(`^${ORIGIN}/console/development/invitation#([\\w-]{43})$`);
    expect(link).toMatch(form);
    const token = form.exec(link)?.[1] as string;
    const again = await invite(auditor(), key);
    expect(again.body).toEqual({ ...operator, invitation_link: null });
    const rows = await service.sql(
      `SELECT data FROM credential_authority.events WHERE stream_id = '${operator.id}'`,
    );
    const stored = JSON.stringify(rows);
    expect(stored).toContain(createHash('sha256').update(token).digest('hex'));
    expect(stored).not.toContain(token);
  });

  it('are read and listed, newest first, with what is personal of them', async () => {
    const [first, second] = [await invited(), await invited()];
    await service.sql(
      `INSERT INTO verify_api.operator_profiles (operator_id, name, address)
        VALUES ('${first.id}', 'Ada', 'ada@example.org')
        ON CONFLICT (operator_id) DO UPDATE SET name = excluded.name, address = excluded.address`,
    );
    const read = await fixture.operator.get(path(first.id));
    expect(read.body).toEqual({ ...first, name: 'Ada', address: 'ada@example.org' });
    expect(read.headers.get('etag')).toBe(tagOf(read));
    const page = await fixture.operator.get('/v1/operators?limit=1&state=invited');
    expect(page.body['data']).toEqual([second]);
    const cursor = page.body['next_cursor'] as string;
    const next = await fixture.operator.get(`/v1/operators?limit=1&state=invited&cursor=${cursor}`);
    expect(next.body['data']).toEqual([read.body]);
    const [from, to] = [first, second].map((operator) => String(operator['created_at']));
    const since = await fixture.operator.get(`/v1/operators?from=${from}&to=${to}`);
    expect(since.body['data']).toEqual([read.body]);
    expect(outcome(await fixture.operator.get(path(newId('operator'))))).toEqual([404, 'operator.not_found']);
  });

  it.each([
    [[]],
    [[{ project_id: 'prj_none', role: 'auditor' }]],
    [[{ project_id: null, role: 'god' }]],
    ['auditor'],
  ])('are invited with roles for projects that exist, and nothing else: %j', async (grants) => {
    expect(outcome(await invite(grants as object[]))).toEqual([400, 'request.invalid']);
  });

  it('have a link whose host no caller chooses', async () => {
    const sent = { grants: auditor(), host: 'evil.example' };
    expect(outcome(await fixture.operator.post('/v1/operators', sent))).toEqual([400, 'request.invalid']);
  });

  it('are invited by the host too, which the history tells of', async () => {
    const COMMAND = 'standalone/commands/console.js';
    const options = ['--role', 'auditor', '--project', fixture.projectId];
    const link = (await service.command(COMMAND, 'invite', 'development', ...options)).trim();
    expect(link).toMatch(/^https:\/\/console\.example\/console\/development\/invitation#[\w-]{43}$/);
    const operator = await eventually(async () => {
      const { body } = await fixture.operator.get('/v1/operators?limit=1');
      expect(body['data']).toMatchObject([{ invited_by: 'service:host', grants: auditor() }]);
      return body['data'][0] as { id: string; invited_at: string; invitation_expires_at: string };
    });
    expect(Date.parse(operator.invitation_expires_at) - Date.parse(operator.invited_at)).toBeLessThanOrEqual(
      1_800_000,
    );
    const { body: lines } = await fixture.auditor.get(`/v1/interactions?subject=${operator.id}`);
    expect(lines['data']).toMatchObject([
      { actor: { type: 'service', id: 'host' }, operation: 'operators.invite', outcome: 'succeeded' },
    ]);
    const missing = await service.outcome(COMMAND, 'invite', 'development', '--project', 'prj_none');
    expect(missing).toMatchObject({ code: 1, output: '' });
  });

  it('and what is done to them without a project are in a history that operators’ credentials read', async () => {
    const { id } = await invited();
    await fixture.operator.post(path(id, '/remove'), { reason });
    const of = `/v1/interactions?subject=${id}`;
    const lines = await fixture.operator.get(of);
    expect(lines.body['data']).toMatchObject([
      { operation: 'operators.remove' },
      { operation: 'operators.invite' },
    ]);
    const [{ actor, request_id }] = lines.body['data'] as [{ actor: { id: string }; request_id: string }];
    const filtered = await fixture.operator.get(`${of}&credential_id=${actor.id}&operation=operators.remove`);
    expect(filtered.body['data']).toHaveLength(1);
    expect((await fixture.operator.get(`${of}&credential_id=opr_1`)).body['data']).toEqual([]);
    expect((await fixture.operator.get(`/v1/interactions/${request_id}`)).status).toBe(200);
    expect((await fixture.operator.get('/v1/interactions/check')).body).toMatchObject({ sound: true });
    expect((await fixture.auditor.get(of)).body['data']).toEqual([]);
    expect(outcome(await fixture.auditor.get(`/v1/interactions/${request_id}`))).toEqual([
      404,
      'interaction.not_found',
    ]);
    expect(outcome(await fixture.admin.get(of))).toEqual([403, 'authority.insufficient_scope']);
  });

  it('with an event that was changed in the database are not trusted', async () => {
    const { id } = await invited();
    const forged = {
      type: 'service.operator.roles_changed',
      grants: [{ project_id: null, role: 'owner' }],
      reason: null,
      changed_by: 'service:verify-api',
      occurred_at: new Date().toISOString(),
    };
    await service.sql(`SET session_replication_role = replica;
      INSERT INTO credential_authority.events (stream_id, version, event_id, type, schema_version, data)
        VALUES ('${id}', 2, '${newId('event')}', '${forged.type}', 1, '${JSON.stringify(forged)}')`);
    await eventually(async () => {
      const read = await fixture.operator.once.get(path(id));
      expect(outcome(read)).toEqual([503, 'service.unavailable']);
    });
    const removal = await fixture.operator.once.post(path(id, '/remove'), { reason });
    expect(outcome(removal)).toEqual([503, 'service.unavailable']);
    const { body } = await fixture.operator.get('/v1/operators?limit=100');
    expect(body['data']).toContainEqual(expect.objectContaining({ id, grants: auditor(), version: 1 }));
  });
});
