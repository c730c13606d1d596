import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from '@jest/globals';
import { newId } from '@service/contracts';
import { eventually } from '@service/testing';
import { ConsistencyTokens, Peppers } from '@service/verify-api';
import type { Answer } from './support/client.js';
import { describeService } from './support/describe-service.js';
import { register, type Fixture } from './support/fixtures.js';
import { operationsOf, type InterfaceDocument } from './support/fuzzing/interface-document.js';
import { describeProject } from './support/describe-project.js';

const TOKEN = 'Service-Consistency-Token';

describeProject('a consistency token', (service, fixture) => {
  let tokens: ConsistencyTokens;
  let recordId: string;
  beforeAll(async () => {
    recordId = await register(fixture.admin, fixture.authorityId);
    const pepper = readFileSync(join(service.dataDirectory, 'development', 'pepper'), 'utf8');
    tokens = new ConsistencyTokens(new Peppers([pepper.trim()]));
  });

  const record = () => ({ authority_id: fixture.authorityId, origin: 'o', content: 'c' });
  const tokenOf = (answer: Answer) => String(answer.headers.get(TOKEN));
  const written = (answer: Answer) => Object.fromEntries(tokens.read(tokenOf(answer), fixture.projectId));
  const sign = (versions: Record<string, number>, projectId: string | null = fixture.projectId) =>
    tokens.sign(projectId, new Map(Object.entries(versions)));

  /** A request of every kind that takes a token, and the status that it has without one. */
  const everyRequest = ({ admin, verifier }: Pick<Fixture, 'admin' | 'verifier'> = fixture): [
    string,
    number,
    (token: string) => Promise<Answer>,
  ][] => {
    const get = (path: string) => (token: string) => admin.get(path, { [TOKEN]: token });
    const post =
      (path: string, body: unknown, client = admin) =>
      (token: string) =>
        client.post(path, body, { [TOKEN]: token });
    const verify = { record_id: recordId };
    return [
      ['verify', 200, post('/v1/records/verify', verify, verifier)],
      ['verify of what is not the plain request', 400, post('/v1/records/verify', { ...verify, x: 1 })],
      ['a batch of verifications', 200, post('/v1/records/verify/batch', { records: [verify] })],
      ['a read', 200, get(`/v1/records/${recordId}`)],
      ['a list', 200, get('/v1/records')],
      ['a history', 200, get(`/v1/records/${recordId}/history`)],
      ['a list of authorities', 200, get('/v1/authorities')],
      ['an authority', 200, get(`/v1/authorities/${fixture.authorityId}`)],
      ['a list of credentials', 200, get('/v1/credentials')],
      ['the project', 200, get('/v1/projects/current')],
      ['a registration', 201, post('/v1/records', record())],
      ['a batch of registrations', 200, post('/v1/records/batch', { records: [record()] })],
    ];
  };

  it('comes with the answer of every write and says what was written', async () => {
    const registered = await fixture.admin.post('/v1/records', record());
    expect(written(registered)).toEqual({ [registered.body['id']]: 1 });
    const path = `/v1/records/${registered.body['id']}/suspend`;
    const suspended = await fixture.admin.post(path, { reason: 'doubt' });
    expect(written(suspended)).toEqual({ [registered.body['id']]: 2 });
    const renewal = { reason: 'longer', valid_until: '2091-01-01T00:00:00Z' };
    const renewed = await fixture.admin.post(`/v1/authorities/${fixture.authorityId}/renew`, renewal);
    expect(written(renewed)).toEqual({ [fixture.authorityId]: renewed.body['version'] });
    const issued = await fixture.admin.post('/v1/credentials', { name: 'n', capabilities: ['read'] });
    expect(written(issued)).toEqual({ [issued.body['id']]: 1 });
  });

  it('covers every item of a batch that was registered, in a header that anything takes', async () => {
    const wrong = { ...record(), authority_id: 'aut_missing' };
    const records = [wrong, ...Array.from({ length: 99 }, record)];
    const answer = await fixture.admin.post('/v1/records/batch', { records });
    const ids = (answer.body['data'] as { id?: string }[]).flatMap(({ id }) => id ?? []);
    expect(ids).toHaveLength(99);
    expect(written(answer)).toEqual(Object.fromEntries(ids.map((id) => [id, 1])));
    expect(tokenOf(answer).length).toBeLessThan(3_000);
    const list = await fixture.reader.get('/v1/records?limit=100', { [TOKEN]: tokenOf(answer) });
    expect(list.status).toBe(200);
  });

  it('comes with nothing else: not with a read, a verification or a refusal', async () => {
    const answers = await Promise.all([
      fixture.reader.get(`/v1/records/${recordId}`),
      fixture.verifier.post('/v1/records/verify', { record_id: recordId }),
      fixture.admin.post('/v1/records', { ...record(), authority_id: 'aut_missing' }),
      fixture.anonymous.get('/v1/openapi.json'),
    ]);
    expect(answers.map(({ headers }) => headers.get(TOKEN))).toEqual([null, null, null, null]);
  });

  it('of an operator is bound to no project', async () => {
    const created = await fixture.operator.post('/v1/projects', { name: 'Another' });
    const versions = tokens.read(tokenOf(created), null);
    const ids = [created.body['id'], created.body['admin_credential'].id];
    expect(new Map(versions)).toEqual(new Map(ids.map((id) => [id, 1])));
    const own = await fixture.operator.get('/v1/projects/current', { [TOKEN]: tokenOf(created) });
    expect(own.status).toBe(200);
    const others = await fixture.admin.get('/v1/projects/current', { [TOKEN]: tokenOf(created) });
    expect(others.body['error'].code).toBe('request.invalid');
  });

  it('is taken by every request', async () => {
    const token = sign({ [recordId]: 1, [fixture.authorityId]: 1 });
    for (const [name, status, send] of everyRequest()) {
      expect([name, (await send(token)).status]).toEqual([name, status]);
    }
  });

  it('is refused by every request where it is another project’s or forged', async () => {
    const bad = [
      sign({ [recordId]: 1 }, 'prj_other'),
      new ConsistencyTokens(new Peppers(['forged'])).sign(fixture.projectId, new Map([[recordId, 1]])),
    ];
    for (const [name, , send] of everyRequest()) {
      for (const token of bad) {
        const { status, body } = await send(token);
        expect([name, token, status, body['error']?.code]).toEqual([name, token, 400, 'request.invalid']);
        expect(body['error'].details[0].field).toBe(TOKEN);
      }
    }
  });

  it('is documented: taken by every authenticated route, given by every write', async () => {
    const { body } = await fixture.anonymous.get('/v1/openapi.json');
    const operations = operationsOf(body as unknown as InterfaceDocument);
    for (const { method, path, isPublic, parameters, responses } of operations) {
      const takes = parameters.some((parameter) => parameter.in === 'header' && parameter.name === TOKEN);
      const gives = Object.values(responses).some(({ headers = {} }) => TOKEN in headers);
      const writes = method !== 'get' && !isPublic && !path.includes('/verify');
      expect([method, path, takes, gives]).toEqual([method, path, !isPublic, writes]);
    }
  });

  it('is judged after the credential and its capability', async () => {
    const headers = { [TOKEN]: 'garbled' };
    const stranger = await fixture.anonymous.get('/v1/records', headers);
    expect(stranger.body['error'].code).toBe('authentication.missing');
    const reader = await fixture.reader.post('/v1/records', record(), headers);
    expect(reader.body['error'].code).toBe('authority.insufficient_scope');
    const verify = await fixture.reader.post('/v1/records/verify', {}, headers);
    expect(verify.body['error'].code).toBe('authority.insufficient_scope');
  });

  it.each(['rec_', 'aut_'])('that asks for what is not there (%s) waits a second', async (kind) => {
    const token = sign({ [kind === 'rec_' ? recordId : fixture.authorityId]: 1_000 });
    const { admin, verifier } = fixture;
    await Promise.all(
      everyRequest({ admin: admin.once, verifier: verifier.once }).map(async ([name, , send]) => {
        const from = performance.now();
        const { status, headers, body } = await send(token);
        const took = performance.now() - from;
        expect([name, status, body['error']?.code]).toEqual([name, 503, 'service.unavailable']);
        expect([name, headers.get('retry-after')]).toEqual([name, '1']);
        expect(took).toBeGreaterThan(900);
        // Not as long as a request may take, on a machine that stands still for seconds either.
        expect(took).toBeLessThan(9_000);
      }),
    );
  });

  it('is answered as soon as what it asks for is there', async () => {
    let version = 1;
    // Once more where the machine stood still for longer than a request waits.
    await eventually(async () => {
      version += 1;
      const asked = { [TOKEN]: sign({ [recordId]: version }) };
      const waiting = fixture.verifier.once.post('/v1/records/verify', { record_id: recordId }, asked);
      const action = version % 2 === 0 ? 'suspend' : 'reinstate';
      const changed = await fixture.admin.post(`/v1/records/${recordId}/${action}`, { reason: 'doubt' });
      expect(changed.status).toBe(200);
      expect((await waiting).body['record']?.version).toBe(version);
    });
  });

  it('of a record that does not exist is unavailable, not not_found', async () => {
    const id = newId('record');
    const verify = await fixture.verifier.once.post(
      '/v1/records/verify',
      { record_id: id },
      { [TOKEN]: sign({ [id]: 1 }) },
    );
    expect(verify.status).toBe(503);
  });
});

/** A connection's process may have ended since it was listed. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

describeService(
  { name: 'a gateway that hears nothing from its database', embedded: true },
  (service, fixture) => {
    /** Processes of the database, which answer nothing while they are stopped. */
    const databaseProcesses = async () => {
      const rows = await service.sql<{ pid: number }>(
        `SELECT pid FROM pg_stat_activity WHERE datname = 'service' AND pid <> pg_backend_pid()
       UNION ALL SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int`,
      );
      return rows.map(({ pid }) => pid);
    };

    it('refuses every authenticated call, and recovers by itself', async () => {
      const requests = [
        () => fixture.verifier.once.post('/v1/records/verify', { record_id: 'rec_example' }),
        () => fixture.reader.once.get('/v1/projects/current'),
        () => fixture.reader.once.get('/v1/authorities/aut_example'),
      ];
      const statuses = () => Promise.all(requests.map(async (send) => (await send()).status));
      // Until the log has taken the record in, and nothing of it is read from the database any more.
      await eventually(async () => {
        const { body } = await fixture.verifier.post('/v1/records/verify', { record_id: 'rec_example' });
        expect(body['evidence'].provenance.receipt).not.toBeNull();
      });
      expect(await statuses()).toEqual([200, 200, 200]);
      const processes = await databaseProcesses();
      for (const pid of processes) signal(pid, 'SIGSTOP');
      try {
        // No answer can be stored in the history, and then all views become stale.
        await eventually(async () => expect(await statuses()).toEqual([503, 503, 503]));
        const { headers, body } = await fixture.reader.once.get('/v1/projects/current');
        expect([body['error'].code, headers.get('retry-after')]).toEqual(['service.unavailable', '1']);
        expect((await fixture.anonymous.get('/v1/projects/current')).status).toBe(401);
        expect((await fixture.anonymous.get('/v1/openapi.json')).status).toBe(200);
      } finally {
        for (const pid of processes) signal(pid, 'SIGCONT');
      }
      await eventually(async () => expect(await statuses()).toEqual([200, 200, 200]));
    });
  },
);
