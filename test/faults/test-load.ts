import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import { grant } from '../support/fixtures.js';
import { expectNothingLost } from './support/expectations.js';
import { PATIENCE, type FaultyService } from './support/faulty-service.js';
import { Load } from './support/load.js';

/** Seconds that a server stays away: long where faults are what is tested; always past what a stale feed may be. */
const AWAY = process.env['FAULTS'] === 'long' ? 20 : 6;
const APPS = ['record-store', 'credential-authority', 'verify-api', 'webhook-dispatcher'];
const ROUNDS = process.env['FAULTS'] === 'long' ? 13 : 1;
/** The app of which a replica is killed, each time. */
const KILLS = Array.from({ length: ROUNDS }, () => APPS).flat();
/** Milliseconds. */
const KILLS_TIMEOUT = KILLS.length * 120_000;

let service: FaultyService;
let authorityId: string;

/** Runs an action on the service under load, and waits until writes are acknowledged again. */
async function underLoad(fault: (load: Load) => Promise<void>): Promise<Load> {
  const load = new Load(service, authorityId);
  try {
    await load.acknowledges(50);
    await fault(load);
    await load.acknowledges(50);
  } finally {
    await load.stop();
  }
  return load;
}

/** Tests that nothing is lost or repeated under load, whatever is killed or taken away. */
export function testLoad(started: () => FaultyService): void {
  beforeAll(async () => {
    service = started();
    authorityId = await eventually(() => grant(service.as('admin')), PATIENCE);
  });
  afterEach(() => service.endAdded());

  it(
    'one of two replicas of each app in turn is killed with -9',
    async () => {
      const load = await underLoad(async (writes) => {
        for (const app of KILLS) {
          const [first, second] = await service.pids(app);
          process.kill(first as number, 'SIGKILL');
          await service.whole(app, [first as number]);
          expect(await service.pids(app)).toContain(second);
          await writes.acknowledges(50);
        }
      });
      await expectNothingLost(service, load);
    },
    KILLS_TIMEOUT,
  );

  it('replicas join and leave, and the groups are rebalanced', async () => {
    const load = await underLoad(async () => {
      const apps = ['record-store', 'verify-api', 'webhook-dispatcher'];
      const leave = await Promise.all(apps.map((app) => service.addReplica(app)));
      for (const stop of leave) await stop();
    });
    await expectNothingLost(service, load);
    // A rebalance must refuse no request; connections to a leaving gateway may end.
    expect([...load.answers.keys()].filter((what) => what !== 'no answer')).toEqual(['201 ']);
  });

  it('a leader is frozen until another has taken over, and then continues as if it were still the leader', async () => {
    const frozen = await service.pids('record-store');
    const leaderOf = async () => {
      const [row] = await service.sql<{ epoch: string }>('SELECT epoch FROM record_store.leases');
      return row?.epoch;
    };
    const load = await underLoad(async () => {
      for (const pid of frozen) {
        const before = await leaderOf();
        process.kill(pid, 'SIGSTOP');
        // Whoever of the two leads loses its lease; the other one's freezing changes nothing.
        const changed = eventually(async () => expect(await leaderOf()).not.toBe(before), { timeout: 5_000 });
        await changed.catch(() => undefined);
        process.kill(pid, 'SIGCONT');
      }
    });
    await expectNothingLost(service, load);
  });

  it('the broker is away, while verification continues and every process stays ready', async () => {
    const load = await underLoad(async ({ acknowledged }) => {
      const [record_id] = acknowledged.values();
      await service.stopBroker();
      await pause(AWAY * 1_000);
      for (let round = 0; round < 10; round += 1) {
        const answer = await service.as('verify').post('/v1/records/verify', { record_id });
        expect(answer.status).toBe(200);
      }
      expect(await service.readiness()).toEqual(Array.from({ length: APPS.length * 2 }, () => 200));
      await service.startBroker();
    });
    await expectNothingLost(service, load);
  });

  it('a view is rebuilt', async () => {
    const load = await underLoad(async () => {
      const said = await service.command('dist/verify-api/commands/rebuild.js', 'records');
      expect(said).toMatch(/records was rebuilt from \d+ events/);
    });
    await expectNothingLost(service, load);
  });

  it('the database is away', async () => {
    const load = await underLoad(async () => {
      await service.crashDatabase();
      await pause(AWAY * 1_000);
      await service.startDatabase();
    });
    await expectNothingLost(service, load);
  });
}
