import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import { openFixture, register, type Fixture } from '../support/fixtures.js';
import { Receiver } from '../support/receiver.js';
import { CheckedLog } from '../support/checked-log.js';
import { databaseServer } from '../support/run/ask.js';
import { TestService } from '../support/service.js';

const settings = { LOG_LEVEL: 'error', ENVIRONMENT: 'development' };

describe('the transparency log of a service', () => {
  const service = new TestService({
    databaseServer,
    env: settings,
  });
  const log = new CheckedLog(service);
  let fixture: Fixture;
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await Receiver.start();
    await service.begin();
    fixture = await openFixture(service);
  });
  afterAll(() => Promise.all([service.dispose(), receiver.stop()]), 30_000);

  const refused = async () => {
    const metrics = await (await fetch(`${service.adminUrl}/metrics`)).text();
    return metrics.includes('rvs_transparency_log_refused{environment="development"} 1');
  };

  /** A checkpoint that covers every element; the seals of the history are in the log as well. */
  const everythingLogged = () =>
    eventually(async () => {
      const [count] = await service.sql<{ elements: number; logged: number }>(
        `SELECT (SELECT count(*) FROM record_store.events WHERE element IS NOT NULL)::integer
           + (SELECT count(*) FROM credential_authority.events WHERE element IS NOT NULL)::integer AS elements,
           (SELECT count(*) FROM record_store.log_leaves, record_store.log_head
             WHERE subject_id <> 'history' AND index < tree_size)::integer AS logged`,
      );
      expect(count?.logged).toBe(count?.elements);
      return log.checkpoint();
    });

  it('that is killed continues where it stopped', async () => {
    const writing = Promise.allSettled(
      Array.from({ length: 200 }, () => register(fixture.admin, fixture.authorityId)),
    );
    const before = await eventually(async () => {
      const checkpoint = await log.checkpoint();
      expect(checkpoint.size).toBeGreaterThan(10);
      return checkpoint;
    });
    await service.end('SIGKILL');
    await writing;
    await service.begin();
    const after = await everythingLogged();
    expect(await log.isConsistent(before, after)).toBe(true);
    await log.entries(after);
  });

  it('is whole for a scrub without keys, as on a restored copy', async () => {
    const env = service.environment({ ...settings, RESTORED_COPY: 'on' });
    const { stdout } = await promisify(execFile)(process.execPath, ['dist/verify-api/commands/scrub.js'], {
      env,
    });
    expect(stdout).toMatch(/^development: 0 differences/m);
  });

  /** The service stops with a delivery due, on a database that lost entries of the log. */
  const putBack = async () => {
    const path = receiver.newPath();
    receiver.on(path, (_, response) => response.writeHead(503).end());
    await fixture.admin.post('/v1/subscriptions', { endpoint: receiver.url(path), categories: ['record'] });
    await register(fixture.admin, fixture.authorityId);
    await eventually(async () => {
      const attempts = await service.sql('SELECT FROM webhook_dispatcher.attempts');
      expect(attempts).toHaveLength(1);
    });
    const { origin } = await everythingLogged();
    await service.end('SIGTERM');
    receiver.on(path, (_, response) => response.writeHead(200).end());
    receiver.deliveries.length = 0;
    // Not before: the service would publish a newer head over it. The head was confirmed before the server started.
    const [head] = await service.sql<{ size: number }>(
      `UPDATE record_store.log_head SET tree_size = tree_size + 1, at = 'epoch' RETURNING tree_size::integer - 1 AS size`,
    );
    await service.sql(
      `UPDATE webhook_dispatcher.queues SET due = 'epoch', scheduled_at = 'epoch', leased = false`,
    );
    await service.sql('DELETE FROM webhook_dispatcher.endpoints');
    return { origin, size: head?.size };
  };

  it('goes no further where its database was put back, until it is recovered', async () => {
    const before = await putBack();

    await service.begin({ ...settings, RESTORED_COPY: 'on' });
    const ready = await fetch(`${service.adminUrl}/readyz`);
    expect([ready.status, await ready.json()]).toMatchObject([
      503,
      { checks: { restored_copy: expect.any(String) } },
    ]);
    expect((await fixture.reader.get('/v1/records')).status).toBe(200);
    expect(await log.checkpoint()).toMatchObject(before);
    const refusedOnCopy = { status: 503, body: { error: { code: 'service.restored_copy' } } };
    expect(await fixture.admin.once.post('/v1/authorities/a/revoke', {})).toMatchObject(refusedOnCopy);
    expect(await fixture.verifier.once.post('/v1/records/verify', {})).toMatchObject(refusedOnCopy);
    await service.end('SIGTERM');

    await service.begin();
    await eventually(async () => expect(await refused()).toBe(true));
    expect(service.errors + service.output).toContain('npm run recover');
    const running = service.command('standalone/commands/recover.js', 'development');
    await expect(running).rejects.toMatchObject({ stderr: expect.stringContaining('Another service runs') });
    await service.end('SIGTERM');
    expect(receiver.deliveries).toEqual([]);
    const said = await service.command('standalone/commands/recover.js', 'development');
    expect(said).toContain(`${before.origin}/recovered-1`);
    await service.begin();
    await register(fixture.admin, fixture.authorityId);
    const after = await everythingLogged();
    expect(after.origin).toBe(`${before.origin}/recovered-1`);
    await log.entries(after);
    expect(await refused()).toBe(false);
    await eventually(() => expect(receiver.deliveries.length).toBeGreaterThan(0));
  }, 240_000);
});
