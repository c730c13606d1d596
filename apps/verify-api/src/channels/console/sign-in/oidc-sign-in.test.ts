import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import { ServiceError, type ErrorCode } from '@service/contracts';
import { runMigrations } from '@service/platform/migrations';
import { databaseOfFile } from '@service/testing/fixtures';
import { verifyApiMigrations } from '../../../migrations/index.js';
import { OperatorKeys } from '../keys/operator-keys.js';
import { SessionStore } from '../sessions/session-store.js';
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
const refused = (code: ErrorCode) => signIn(() => Promise.reject(new ServiceError(code)));

function signIn(send: () => Promise<unknown>): Promise<unknown> {
  const roles = new Map([['staff', [{ role: 'owner', project_id: null }]]]);
  const provider = { terms: { roles, rolesClaim: 'roles' }, finish: async () => PERSON };
  const oidc = new OidcSignIn(provider as never, keys, { proven: () => null } as never, { send } as never);
  const request = { requestId: 'req_1', traceparent: null };
  return oidc.finish(new URL('https://console.example'), {} as never, request);
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

it('stores neither a name nor a session of a person who is erased meanwhile', async () => {
  await expect(signIn(() => database.pool.query('DELETE FROM verify_api.operator_keys'))).rejects.toThrow();
  expect((await database.pool.query('SELECT FROM verify_api.operator_profiles')).rowCount).toBe(0);
  const seals = { seal: () => Buffer.alloc(32), isSealed: () => true };
  const sessions = new SessionStore(database.pool, seals as never, { idle: 1, longest: 1 });
  const client = { address: '192.0.2.1', userAgent: null };
  const open = () => sessions.open('opr_1', 'sha256:1' as never, 'oidc', client);
  await expect(open()).rejects.toMatchObject({ code: 'session.sign_in_failed' });
  const { issuer, subject } = PERSON;
  await keys.add({
    kind: 'oidc',
    thumbprint: 'sha256:1' as never,
    operatorId: 'opr_1',
    name: null,
    issuer,
    subject,
  });
  expect((await open()).session).toMatchObject({ operatorId: 'opr_1' });
});
