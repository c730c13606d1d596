import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import { ServiceError, type ErrorCode } from '@service/contracts';
import { runMigrations } from '@service/platform/migrations';
import { databaseOfFile } from '@service/testing/fixtures';
import { verifyApiMigrations } from '../../../migrations/index.js';
import { OperatorKeys } from '../keys/operator-keys.js';
import { OidcSignIn } from './oidc-sign-in.js';

const PERSON = { issuer: 'https://id.example', subject: 'zoe', claims: { roles: ['staff'] } };

const database = databaseOfFile();
let keys: OperatorKeys;
beforeAll(async () => {
  await runMigrations(database.url, verifyApiMigrations);
});
beforeEach(async () => {
  await database.pool.query('TRUNCATE verify_api.operator_keys');
  keys = new OperatorKeys(database.pool);
});

/** A sign-in that the owner refuses. */
function refused(code: ErrorCode): Promise<unknown> {
  const roles = new Map([['staff', [{ role: 'owner', project_id: null }]]]);
  const provider = { terms: { roles, rolesClaim: 'roles' }, finish: async () => PERSON };
  const commands = { send: () => Promise.reject(new ServiceError(code)) };
  const signIn = new OidcSignIn(provider as never, keys, { proven: () => null } as never, commands as never);
  const request = { requestId: 'req_1', traceparent: null };
  return signIn.finish(new URL('https://console.example'), {} as never, request);
}
const stored = async () => (await keys.bySubject(PERSON.issuer, PERSON.subject)).length;

it('stores nothing of a person whose key is of another operator, such as one that was erased', async () => {
  await expect(refused('operator.key_refused')).rejects.toMatchObject({ code: 'session.sign_in_failed' });
  expect(await stored()).toBe(0);
});

it('keeps the key of a person who may be given roles later', async () => {
  await expect(refused('project.not_found')).rejects.toMatchObject({ code: 'session.sign_in_failed' });
  expect(await stored()).toBe(1);
});
