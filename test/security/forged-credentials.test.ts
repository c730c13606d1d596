import { expect, it } from '@jest/globals';
import { newId } from '@service/contracts';
import { eventually } from '@service/testing';
import type { Client } from '../support/client.js';
import { queryDatabase } from '../support/databases.js';
import { describeService } from '../support/describe-service.js';
import { createProject, inMilliseconds, issue } from '../support/fixtures.js';
import { loginOf } from '../support/login-of.js';

/** What somebody does who can write to the database: copies an event of their own credential, with other members. */
const COPY = `
  INSERT INTO credential_authority.events (stream_id, version, event_id, type, schema_version, data)
  SELECT $2::text, 1, $3, type, schema_version, data || jsonb_build_object('credential_id', $2::text) || $4::jsonb
  FROM credential_authority.events WHERE stream_id = $1 AND version = 1`;

const APPEND = `
  INSERT INTO credential_authority.events (stream_id, version, event_id, type, schema_version, data)
  VALUES ($1, 2, $2, 'service.credential.revoked', 1, $3::jsonb)`;

// OWASP API1:2023, API5:2023; security review F9.
describeService('a credential that was forged in the database', (service, fixture) => {
  const isTold = (id: string) =>
    eventually(() =>
      `${service.output}\n${service.errors}`
        .split('\n')
        .some((line) => line.includes('tampered') && line.includes(id)),
    );
  const own = () => issue(fixture.admin);
  const standing = async (client: Client) => {
    const { status, body } = await client.get('/v1/projects/current');
    return { status, capabilities: body['capabilities'], credential: body['credential_id'] };
  };

  it('gives its token nothing, also after a restart', async () => {
    const { id, client } = await own();
    const before = await standing(client);
    expect(before).toEqual({ status: 200, capabilities: ['read'], credential: id });
    const { id: rival } = await createProject(fixture.operator);
    const forged = [
      { project_id: rival, capabilities: ['verify', 'read', 'write', 'subscribe', 'manage'] },
      { project_id: null, capabilities: ['operator'] },
    ];
    const ids = [];
    for (const members of forged) {
      const copy = newId('credential');
      await queryDatabase(loginOf(service, 'credential_authority'), COPY, [
        id,
        copy,
        newId('event'),
        JSON.stringify(members),
      ]);
      ids.push(copy);
    }
    for (const copy of ids) await isTold(copy);
    expect(await standing(client)).toEqual(before);
    expect((await client.get('/v1/projects')).status).toBe(403);
    await service.end('SIGTERM');
    await service.begin();
    for (const copy of ids) await isTold(copy);
    expect(await standing(client)).toEqual(before);
    expect((await client.get('/v1/projects')).status).toBe(403);
    const listed = await fixture.admin.get('/v1/credentials?limit=100');
    const shown = (listed.body['data'] as unknown as { id: string }[]).map((each) => each.id);
    expect(shown).toContain(id);
    for (const copy of ids) expect(shown).not.toContain(copy);
  }, 180_000);

  it('is unavailable where its own stream was touched, can be revoked, and is found by a scrub', async () => {
    const { id, client } = await own();
    const data = { type: 'service.credential.revoked', reason: 'forged', occurred_at: inMilliseconds(0) };
    await queryDatabase(loginOf(service, 'credential_authority'), APPEND, [
      id,
      newId('event'),
      JSON.stringify(data),
    ]);
    await isTold(id);
    // Another reader of the log may have told it.
    await eventually(async () => {
      const { status, body } = await client.get('/v1/projects/current');
      expect([status, body['error']?.code]).toEqual([503, 'service.unavailable']);
    });
    const scrubbed = await service.outcome('verify-api/commands/scrub.js');
    expect(scrubbed.output).toMatch(new RegExp(`${id}: event 2 .*its owner did not write it`));
    const revoked = await fixture.admin.post(`/v1/credentials/${id}/revoke`, { reason: 'forged' });
    expect([revoked.status, revoked.body['state']]).toEqual([200, 'revoked']);
    await eventually(async () => {
      const { status, body } = await client.get('/v1/projects/current');
      expect([status, body['error']?.code]).toEqual([401, 'credential.revoked']);
    });
  });
});
