import { afterAll, beforeAll, describe } from '@jest/globals';
import { openFixture, type Fixture } from './fixtures.js';
import { databaseServer, makeRoom } from './run/ask.js';
import { TestService, type ServiceOptions } from './service.js';

/** Milliseconds for a start, of up to five processes on a busy machine, and for an end. */
const START_TIMEOUT = 180_000;
const END_TIMEOUT = 60_000;

interface OwnService extends ServiceOptions {
  name: string;
  /** Whether production runs beside development, which takes as much again of the machine. */
  production?: boolean;
  /** Whether it has its own database server, because the file stops or kills it. */
  embedded?: boolean;
}

/** A `describe`, by name or by name and settings, with its own service and a fixture in it. Both can be used from
 *  its first hook or test on, and stay usable when the service was begun again. */
export function describeService(
  about: string | OwnService,
  tests: (service: TestService, fixture: Fixture) => void,
): void {
  const {
    name,
    production = false,
    embedded = false,
    env,
    ...options
  } = typeof about === 'string' ? { name: about } : about;
  const hosted = production ? { ENVIRONMENTS: 'development,production' } : { ENVIRONMENT: 'development' };
  describe(name, () => {
    const service = new TestService({
      ...options,
      ...(!embedded && { databaseServer }),
      env: { ...hosted, ...env },
    });
    const fixture = {} as Fixture;
    beforeAll(async () => {
      await makeRoom();
      await service.begin();
      Object.assign(fixture, await openFixture(service));
    }, START_TIMEOUT);
    afterAll(() => service.dispose(), END_TIMEOUT);
    tests(service, fixture);
  });
}
