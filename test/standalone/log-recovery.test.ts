import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import { openFixture, register, type Fixture } from '../support/fixtures.js';
import { PublicLog } from '../support/public-log.js';
import { databaseServer } from '../support/run/ask.js';
import { TestService } from '../support/service.js';

describe('the transparency log of a service', () => {
  const service = new TestService({
    databaseServer,
    env: { LOG_LEVEL: 'error', ENVIRONMENTS: 'development' },
  });
  const log = new PublicLog(service);
  let fixture: Fixture;
  beforeAll(async () => {
    await service.begin();
    fixture = await openFixture(service);
  });
  afterAll(() => service.dispose(), 30_000);

  const refused = async () => {
    const metrics = await (await fetch(`${service.adminUrl}/metrics`)).text();
    return metrics.includes('transparency_log_refused{environment="development"} 1');
  };

  /** A checkpoint that covers every element; the seals of the history are in the log as well. */
  const everythingLogged = () =>
    eventually(async () => {
      const [count] = await service.sql<{ elements: number; logged: number }>(
        `SELECT (SELECT count(*) FROM record_store.events WHERE element IS NOT NULL)::integer
           + (SELECT count(*) FROM credential_authority.events WHERE element IS NOT NULL)::integer AS elements,
           (SELECT count(*) FROM record_store.log_receipts WHERE subject_id <> 'history')::integer AS logged`,
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

  it('goes no further where its database was put back, until it is recovered', async () => {
    const before = await log.checkpoint();
    await service.end('SIGTERM');
    // Not before: the service would publish a newer head over it.
    await service.sql(`UPDATE record_store.log_head SET tree_size = tree_size + 1`);
    await service.begin();
    await eventually(async () => expect(await refused()).toBe(true));
    expect(service.errors + service.output).toContain('npm run recover');
    const running = service.command('standalone/dist/commands/recover.js', 'development');
    await expect(running).rejects.toMatchObject({ stderr: expect.stringContaining('Another service runs') });
    await service.end('SIGTERM');
    const said = await service.command('standalone/dist/commands/recover.js', 'development');
    expect(said).toContain(`${before.origin}/recovered-1`);
    await service.begin();
    await register(fixture.admin, fixture.authorityId);
    const after = await everythingLogged();
    expect(after.origin).toBe(`${before.origin}/recovered-1`);
    await log.entries(after);
    expect(await refused()).toBe(false);
  }, 120_000);
});
