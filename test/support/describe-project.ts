import { beforeAll, describe } from '@jest/globals';
import { Client } from './client.js';
import { createProject, grant, issue, openClients, register, type Fixture } from './fixtures.js';
import { takeSharedService } from './run/ask.js';
import type { SharedKind } from './run/shared-services.js';
import { ALONE, TestService, type RoleTokens } from './service.js';

/** Milliseconds for the service to start, if this is the first file that asks for it. */
const START_TIMEOUT = 180_000;

/** What a file may do with a service that others use before and after it: everything except stop it or leave changed
 *  rows behind. */
export interface SharedService extends Pick<
  TestService,
  'baseUrl' | 'adminUrl' | 'dataDirectory' | 'databaseUrl' | 'sql' | 'command' | 'outcome'
> {
  /** Those of the file's own project. */
  tokens: { development: RoleTokens };
}

/** A `describe` with a new project in the service that the files of a worker share, and the fixture in that project.
 *  A file that needs other settings, ends the service or reads its log uses `describeService`. */
export function describeProject(
  name: string,
  tests: (service: SharedService, fixture: Fixture) => void,
  kind?: SharedKind,
): void {
  describe(name, () => {
    const service = {} as SharedService;
    const fixture = {} as Fixture;
    beforeAll(async () => {
      const shared = Object.assign(new TestService({ env: ALONE }), await takeSharedService(kind));
      const { operator } = shared.tokens.development;
      const anonymous = new Client(shared);
      const { id: projectId, token: admin, ...project } = await createProject(anonymous.as(operator), name);
      const tokenOf = async (...capabilities: string[]) =>
        (await issue(project.admin, { name: capabilities.join(), capabilities })).token;
      const [verify, read, audit] = [
        await tokenOf('verify'),
        await tokenOf('read'),
        await tokenOf('audit', 'read'),
      ] as const;
      Object.assign(service, {
        baseUrl: shared.baseUrl,
        adminUrl: shared.adminUrl,
        dataDirectory: shared.dataDirectory,
        databaseUrl: shared.databaseUrl.bind(shared),
        sql: shared.sql.bind(shared),
        command: shared.command.bind(shared),
        outcome: shared.outcome.bind(shared),
        tokens: { development: { admin, verify, read, audit, operator } },
      });
      const clients = openClients(anonymous, service.tokens.development);
      const authorityId = await grant(clients.admin);
      const recordId = await register(clients.admin, await grant(clients.admin));
      Object.assign(fixture, { ...clients, projectId, authorityId, recordId });
    }, START_TIMEOUT);
    tests(service, fixture);
  });
}
