import { createHash, createHmac, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { newId } from '@service/contracts';
import { DAY, dayOf } from '@service/platform/days';
import { startEmbeddedServer } from '@service/platform/embedded-postgres';
import { eventually } from '@service/testing';
import { forge } from '../security/support/token-text.js';
import { Client } from '../support/client.js';
import { queryDatabase } from '../support/databases.js';
import { TestService } from '../support/service.js';

jest.setTimeout(240_000);

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PEPPER = 'the pepper of release 0.1.0';
const AT = '2026-11-20T12:00:00.000Z';
const INSERT = `WITH stream AS (INSERT INTO credential_authority.streams (stream_id, version) VALUES ($1, 1))
  INSERT INTO credential_authority.events (stream_id, version, event_id, type, schema_version, data)
  VALUES ($1, 1, $2, $3, 1, $4::jsonb)`;

/** An event as that release published it, here with a body that is not its own. */
const PUBLISH = `INSERT INTO webhook_dispatcher.published_events
    (day, event_id, project_id, type, subject_id, subject_version, body)
  VALUES ($1, $2, 'prj_default', 'service.credential.issued', 'crd_admin', 1, '{"event":{"state":"revoked"}}')`;
/** The event that issued the administrator’s credential. */
const ADMIN_ISSUED = newId('event');

const random = (length: number) => [...randomBytes(length)].map((byte) => BASE62.charAt(byte % 62)).join('');

/** A token, and the secret that release 0.1.0 stored of it. */
function newSecret(prefix: string) {
  const hashed = `${prefix}${random(16)}_${random(43)}`;
  const hmac = createHmac('sha256', PEPPER).update(hashed).digest('hex');
  const pepper_id = createHash('sha256').update(`pepper-id\n${PEPPER}`).digest('hex').slice(0, 16);
  const token = forge(`${hashed}000000`, (text) => text);
  return { token, secret: { key_id: hashed.slice(prefix.length, -44), hmac, pepper_id } };
}

const ROLES = {
  operator: ['svc_op_dev_', null, ['operator']],
  admin: ['svc_dev_', 'prj_default', ['verify', 'read', 'write', 'subscribe', 'manage']],
  verify: ['svc_dev_', 'prj_default', ['verify']],
  read: ['svc_dev_', 'prj_default', ['read']],
  audit: ['svc_audit_dev_', 'prj_default', ['audit', 'read']],
} as const;

/** The event by which release 0.1.0 issued a credential. */
function issued(id: string, project_id: string | null, capabilities: readonly string[], secret: object) {
  const type = 'service.credential.issued';
  const terms = { name: id, capabilities, expires_at: null };
  const limits = { authorities: null, allowed_ips: null, rate_limit: null, metadata: {} };
  const event = { type, credential_id: id, project_id, ...terms, ...limits, secret };
  const eventId = id === 'crd_admin' ? ADMIN_ISSUED : `evt_${id}`;
  return [id, eventId, type, JSON.stringify({ ...event, issued_by: null, occurred_at: AT })];
}

/** A data directory as a service of release 0.1.0 leaves it. @returns the tokens of its bootstrap file. */
async function leaveRelease(dataDirectory: string): Promise<Record<string, string>> {
  const directory = join(dataDirectory, 'development');
  const server = await startEmbeddedServer({ directory, database: 'service', parameters: { fsync: 'off' } });
  await queryDatabase(server.url, await readFile(resolve('docs/releases/0.1.0/schema.sql'), 'utf8'));
  const project = { type: 'service.project.created', project_id: 'prj_default', name: 'Default' };
  const terms = { quota: {}, max_credential_days: null, occurred_at: AT };
  const created = ['prj_default', 'evt_p', project.type, JSON.stringify({ ...project, ...terms })];
  await queryDatabase(server.url, INSERT, created);
  const tokens: Record<string, string> = {};
  for (const [role, [prefix, project_id, capabilities]] of Object.entries(ROLES)) {
    const { token, secret } = newSecret(prefix);
    tokens[role] = token;
    await queryDatabase(server.url, INSERT, issued(`crd_${role}`, project_id, capabilities, secret));
  }
  const today = dayOf(Date.now());
  const partition = `webhook_dispatcher.published_events_${today.replaceAll('-', '')}`;
  await queryDatabase(
    server.url,
    `CREATE TABLE ${partition} PARTITION OF webhook_dispatcher.published_events
     FOR VALUES FROM ('${today}') TO ('${dayOf(Date.now() + DAY)}')`,
  );
  await queryDatabase(server.url, PUBLISH, [today, ADMIN_ISSUED]);
  await server.release();
  await writeFile(join(directory, 'pepper'), `${PEPPER}\n`, { mode: 0o600 });
  await writeFile(join(dataDirectory, 'bootstrap.json'), JSON.stringify({ development: tokens }));
  return tokens;
}

describe('a data directory of release 0.1.0', () => {
  let directory: string;
  let tokens: Record<string, string>;
  let service: TestService;
  const answerTo = async (token = '') => {
    const { status, body } = await new Client(service, token).get('/v1/projects/current');
    return [status, body['credential_id'] ?? null];
  };

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'upgrade-'));
    tokens = await leaveRelease(directory);
    service = await TestService.start({ dataDirectory: directory, env: { ENVIRONMENT: 'development' } });
  });
  afterAll(async () => {
    await service?.dispose();
    await rm(directory, { recursive: true, force: true });
  });

  it('works with the tokens that it has, which can be rotated', async () => {
    for (const role of ['admin', 'verify', 'read']) {
      expect(await answerTo(tokens[role])).toEqual([200, `crd_${role}`]);
    }
    const admin = new Client(service, tokens['admin'] ?? '');
    const rotated = await admin.post('/v1/credentials/crd_read/rotate', { overlap_seconds: 600 });
    expect(await answerTo(String(rotated.body['token']))).toEqual([200, 'crd_read']);
    expect(await answerTo(tokens['read'])).toEqual([200, 'crd_read']);
  });

  it('shows its published events as their own events say', async () => {
    const { status, body } = await new Client(service, tokens['admin'] ?? '').get(
      `/v1/events/${ADMIN_ISSUED}`,
    );
    expect([status, body['type'], body['state']]).toEqual([200, 'service.credential.issued', 'active']);
  });

  it('takes no secrets of that release afterwards, also after a restart', async () => {
    const [late, copied] = [newSecret('svc_dev_'), newSecret('svc_op_dev_')];
    await service.sql(INSERT, issued('crd_late', 'prj_default', ['manage'], late.secret));
    await service.sql(INSERT, issued('crd_copied', null, ['operator'], copied.secret));
    const told = () =>
      ['crd_late', 'crd_copied'].every((id) => (service.output + service.errors).includes(id));
    await eventually(told);
    for (const { token } of [late, copied]) expect(await answerTo(token)).toEqual([401, null]);
    // As it is after a release whose published keys had no codes.
    await service.sql(
      `SET session_replication_role = replica;
       UPDATE credential_authority.events SET mac = NULL WHERE type LIKE 'service.key.%'`,
    );
    await rm(join(directory, 'development', 'key-elements-adopted'));
    await service.end('SIGTERM');
    await service.begin();
    const keys =
      "SELECT mac IS NOT NULL AS coded FROM credential_authority.events WHERE type LIKE 'service.key.%'";
    expect(await service.sql(keys)).toEqual([{ coded: true }, { coded: true }]);
    await eventually(told);
    for (const { token } of [late, copied]) expect(await answerTo(token)).toEqual([401, null]);
    expect(await service.command('standalone/commands/migrate.js')).toContain('nothing to do');
    expect(await answerTo(tokens['verify'])).toEqual([200, 'crd_verify']);
  });
});
