import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import { grant, register } from '../support/fixtures.js';
import { PATIENCE, type FaultyService } from './support/faulty-service.js';

let service: FaultyService;

const verify = (id: string) => service.as('verify').post('/v1/records/verify', { record_id: id });

/** Changes to a database before its restoration, which undoes them. */
interface Lost {
  id: string;
  authorityId: string;
  lostRecord: string;
  lostAuthority: string;
}

/** Makes a record, saves the database's files, changes things, and restores the files. */
async function restoreAfter(seen: () => Promise<void>): Promise<Lost> {
  const admin = service.as('admin');
  const authorityId = await eventually(() => grant(admin), PATIENCE);
  const id = await eventually(() => register(admin, authorityId), PATIENCE);
  await eventually(async () => expect((await verify(id)).status).toBe(200), PATIENCE);
  await service.crashDatabase();
  await service.backUp();
  await service.startDatabase();
  await eventually(async () => {
    const suspended = await admin.post(`/v1/records/${id}/suspend`, { reason: 'Will be lost.' });
    expect([200, 409]).toContain(suspended.status);
  }, PATIENCE);
  const lostRecord = await eventually(() => register(admin, authorityId), PATIENCE);
  const lostAuthority = await eventually(() => grant(admin), PATIENCE);
  await eventually(async () => {
    expect((await verify(id)).body['record'].state).toBe('suspended');
    expect((await verify(lostRecord)).status).toBe(200);
  }, PATIENCE);
  await seen();
  await service.crashDatabase();
  await service.restore();
  await service.startDatabase();
  return { id, authorityId, lostRecord, lostAuthority };
}

async function expectNeverHappened({ id, authorityId, lostAuthority }: Lost): Promise<void> {
  const admin = service.as('admin');
  await eventually(async () => {
    const amended = await admin.post(`/v1/records/${id}/amend`, { reason: 'New life.', content: 'new' });
    expect(amended.status).toBe(200);
  }, PATIENCE);
  await eventually(async () => {
    // More than once, for each of the replicas may answer.
    for (let round = 0; round < 6; round += 1) {
      const { body } = await admin.get(`/v1/records?authority_id=${authorityId}`);
      expect(body['data']).toMatchObject([{ id, state: 'active', version: 2 }]);
      expect((await admin.get(`/v1/authorities/${lostAuthority}`)).status).toBe(404);
    }
  }, PATIENCE);
  expect(await service.command('dist/verify-api/commands/scrub.js')).toMatch(/: 0 differences/);
}

/** The log has lost published entries, so no answer can name a position in it. */
async function expectNoAnswer({ id }: Lost): Promise<void> {
  await eventually(async () => {
    const { status, body } = await verify(id);
    expect([status, body['error']?.code]).toEqual([503, 'service.unavailable']);
  }, PATIENCE);
}

/** A new log holds all events and nothing else. */
async function expectRecovers({ id, lostRecord }: Lost): Promise<void> {
  await service.recover();
  await eventually(async () => {
    for (let round = 0; round < 6; round += 1) {
      const { body } = await verify(id);
      expect(body['record']).toMatchObject({ state: 'active', version: 2 });
      expect(body['evidence'].provenance.verified).toBe(true);
      expect((await verify(lostRecord)).status).toBe(404);
    }
  }, PATIENCE);
}

const identities = () =>
  service.sql<{ epoch: number; beat: string }>(
    `SELECT epoch, beat FROM record_store.log_identity
     UNION ALL SELECT epoch, beat FROM credential_authority.log_identity`,
  );

/** Tests the return of a database to an earlier point. In the end the service answers no verification any more. */
export function testRecovery(started: () => FaultyService): void {
  beforeAll(() => {
    service = started();
  });

  describe('a database that is restored to an earlier point', () => {
    it('raises the epoch, and later events are not taken for old ones', async () => {
      const lost = await restoreAfter(async () => {
        // Until its relays have told of it.
        const before = await identities();
        await eventually(async () => {
          for (const [index, { beat }] of (await identities()).entries()) {
            expect(Number(beat)).toBeGreaterThan(Number(before[index]?.beat) + 2);
          }
        }, PATIENCE);
      });
      await expectNeverHappened(lost);
      // Each log has its own relay, which resumes when its lease is free.
      await eventually(async () => {
        expect(await identities()).toMatchObject([{ epoch: 2 }, { epoch: 2 }]);
      }, PATIENCE);
      await expectNoAnswer(lost);
      await expectRecovers(lost);
    });

    it('is noticed even if the lost events were never relayed', async () => {
      const away = `UPDATE $.leases SET holder = 'nobody', epoch = epoch + 1, expires_at = now() + interval '20 s'`;
      for (const log of ['record_store', 'credential_authority']) await service.sql(away.replace('$', log));
      await expectNeverHappened(await restoreAfter(async () => undefined));
    });
  });
}
