import { expect, it } from '@jest/globals';
import { firstIdAt, newId } from '@service/contracts';
import { eventually } from '@service/testing';
import { readProcessList } from '../../infra/distributed/process-list.ts';
import { ConsoleBrowser } from '../support/console-browser.js';
import { ConsoleStream } from '../support/console-stream.js';
import { issue, type Fixture } from '../support/fixtures.js';
import { connectToBoth, type PinnedAnswer, type PinnedConnection } from '../support/pinned-connection.js';
import type { TestService } from '../support/service.js';
import { expectCounted, expectKeptOnce, expectSound, timesKept, VerifyLoad } from '../support/verify-load.js';

const CALLERS = 32;

/** Operations a second, and at once. */
const [RATE, BURST] = [50, 100];

/** Rounds of a write at one and a read at the other. */
const ROUNDS = 60;
/** Callers that make them at the same time. */
const PAIRS = 4;
/** Ids that no record has, and how many of them a request names. */
const INVENTED = 4_000;
const BATCH = 100;

/** Of an authority. */
const TERMS = { issuer: 'Test Registry', scope: ['verify'], valid_until: '2090-01-01T00:00:00Z' };

/** What callers need whom the usual limit of verifications would hold up. */
export const GATEWAY_SETTINGS = { RATE_LIMIT_VERIFY: '100000' };

/** Tests of the two gateways of a service with two processes of each app; one of them is killed in the end. */
export function testGateways(service: TestService, fixture: Fixture): void {
  it('share the rate limit of a credential', async () => {
    const wanted = { capabilities: ['verify'], rate_limit: { verify: RATE } };
    const { id, client: limited } = await issue(fixture.admin, wanted);
    const began = performance.now();
    const seconds = () => (performance.now() - began) / 1_000;
    let taken = 0;
    await Promise.all(
      // Each has its own connection, so requests reach both gateways.
      Array.from({ length: CALLERS }, async () => {
        while (seconds() < 3) {
          const { status } = await limited.post('/v1/records/verify', { record_id: 'rec_example' });
          expect([200, 429]).toContain(status);
          if (status === 200) taken += 1;
        }
      }),
    );
    const allowed = BURST + RATE * seconds();
    // Two who share nothing allow all of it twice.
    expect(taken).toBeLessThan(1.5 * allowed);
    const asked = await service.sql(
      'SELECT DISTINCT writer FROM verify_api.interactions WHERE lines LIKE $1',
      [`%${id}%`],
    );
    expect(asked).toHaveLength(2);
  });

  it('find what the other was given a moment ago, without a token', async () => {
    const statuses = new Set<number>();
    /** What is unavailable on a busy machine is repeated. @returns the id of what was written. */
    const write = async (connection: PinnedConnection, path: string, body: object): Promise<string> => {
      const answer = await eventually(async () => {
        const made = await connection.ask('POST', path, body);
        return made.status === 503 ? false : made;
      });
      return String((answer as PinnedAnswer).body['id']);
    };
    const takeTurns = async (rounds: number) => {
      const [left, right] = await connectToBoth(service, service.tokens.development.admin);
      for (let round = 0; round < rounds; round += 1) {
        const [one, other] = round % 2 === 0 ? [left, right] : [right, left];
        const authority_id = await write(one, '/v1/authorities', TERMS);
        const read = await other.ask('GET', `/v1/authorities/${authority_id}`);
        const record_id = await write(one, '/v1/records', { authority_id, origin: 'o', content: `${round}` });
        const verified = await other.ask('POST', '/v1/records/verify', { record_id });
        for (const { status } of [read, verified]) statuses.add(status);
      }
      for (const connection of [left, right]) connection.close();
    };
    await Promise.all(Array.from({ length: PAIRS }, () => takeTurns(ROUNDS / PAIRS)));
    statuses.delete(503);
    expect(statuses).toEqual(new Set([200]));
  }, 180_000);

  it('verify records while others ask for ids that somebody invented', async () => {
    const invented = (_: unknown, index: number) => ({
      record_id: index % 2 === 0 ? newId('record') : futureId(index),
    });
    const valid: number[] = [];
    let batches = INVENTED / BATCH;
    const invent = async () => {
      for (; batches > 0; batches -= 1) {
        const records = Array.from({ length: BATCH }, invented);
        const { status, body } = await fixture.verifier.once.post('/v1/records/verify/batch', { records });
        if (status === 503) continue;
        const codes = (body['data'] as { error?: { code: string } }[]).map(({ error }) => error?.code);
        expect(new Set(codes)).toEqual(new Set(['record.not_found']));
      }
    };
    const verify = async () => {
      while (batches > 0) {
        const record_id = 'rec_example';
        valid.push((await fixture.verifier.once.post('/v1/records/verify', { record_id })).status);
      }
    };
    await Promise.all([invent(), invent(), invent(), invent(), verify()]);
    // A machine that stands still makes some of both unavailable.
    expect(new Set(valid.filter((status) => status !== 503))).toEqual(new Set([200]));
    expect(valid.filter((status) => status === 503).length).toBeLessThan(valid.length / 4);
  }, 180_000);

  it('know the sessions of each other, tell of what the other writes, and end both when the operator is removed', async () => {
    const password = 'correct horse battery staple';
    const address = 'ada@mail.example';
    const project = fixture.projectId;
    const grants = [{ project_id: project, role: 'admin' }];
    const { body: invited } = await fixture.operator.post('/v1/operators', { grants });
    const token = new URL(String(invited['invitation_link'])).hash.slice(1);
    const [left, right] = await connectToBoth(service, service.tokens.development.admin);
    const [one, other] = [left, right].map(
      ({ agent }) => new ConsoleBrowser(service.baseUrl, 'development', { agent }),
    ) as [ConsoleBrowser, ConsoleBrowser];
    await one.post('invitation/password', { token, name: 'Ada', address, password });
    await eventually(async () =>
      expect((await one.post('sign-in/password', { address, password })).status).toBe(200),
    );
    const { body: opened } = await one.get('session');
    for (const cookie of one.cookies) other.cookies.set(...cookie);
    await eventually(async () =>
      expect((await other.get('session')).body['session']).toMatchObject({ id: opened['session'].id }),
    );

    const stream = new ConsoleStream(other, `project=${project}&topics=credentials`);
    await stream.opened();
    const issued = await one.post('v1/credentials', { name: 'Live', capabilities: ['read'] }, { project });
    expect(issued.status).toBe(201);
    await eventually(() =>
      expect(stream.changes('credentials').flatMap(({ ids }) => ids as string[])).toContain(
        issued.body['id'],
      ),
    );

    await fixture.operator.post(`/v1/operators/${invited['id']}/remove`, { reason: 'left' });
    await eventually(async () => {
      const asked = await one.get('session');
      expect([asked.status, asked.body['error']?.code]).toEqual([401, 'session.ended']);
      expect(stream.of('end')).toMatchObject([{ data: { why: 'refused' } }]);
    });
    for (const connection of [left, right]) connection.close();
  }, 180_000);

  it('keep every answered request exactly once while one of them is killed', async () => {
    const processNamed = async (name: string) =>
      (await readProcessList(service.dataDirectory)).find((each) => each.name === name);
    const killed = await processNamed('verify-api 1');
    const load = new VerifyLoad(fixture.verifier);
    try {
      await load.answers(500);
      process.kill(killed?.pid ?? 0, 'SIGKILL');
      await load.answers(500);
      await eventually(
        async () => {
          const again = await processNamed('verify-api 1');
          expect(again?.pid).not.toBe(killed?.pid);
          expect((await fetch(`${again?.adminUrl}/readyz`)).status).toBe(200);
        },
        { timeout: 60_000 },
      );
    } finally {
      await load.stop();
    }
    const kept = await timesKept(service);
    expectKeptOnce(load.answered, kept);
    await expectCounted(fixture.auditor, kept);
    const writers = await expectSound(service, fixture.auditor);
    expect(writers.size).toBeGreaterThanOrEqual(2);
  }, 180_000);
}

/** An id of a moment that is still to come. */
function futureId(number: number): string {
  return `${firstIdAt('record', Date.now() + 4_000).slice(0, -6)}${number + 100_000}`;
}
