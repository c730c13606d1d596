import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  ServiceError,
  kindFor,
  newId,
  type CommandPayload,
  type CommandType,
  type HeldCapability,
  type OperatorSnapshot,
  type RoleGrant,
} from '@service/contracts';
import { EventStore, OWNER_BOUNDARIES, type RecordedEvent } from '@service/event-store';
import { TailingEventFeed } from '@service/messaging';
import { newCommand } from '@service/messaging/commands';
import { createLogger } from '@service/platform/logging';
import { createBoundaryViews } from '@service/platform/boundaries';
import { runMigrations } from '@service/platform/migrations';
import { withClient } from '@service/platform/postgres';
import { eventually, startEmbeddedDatabase, type EmbeddedDatabase } from '@service/testing';
import { AuthorityCommands } from '../authorities/authority-commands.js';
import { CredentialCommands } from '../credentials/credential-commands.js';
import { KeyCommands } from '../keys/key-commands.js';
import { credentialAuthorityMigrations } from '../migrations/index.js';
import { ProjectCommands } from '../projects/project-commands.js';
import { LOG } from '../streams/own-log.js';
import { secret } from '../testing/sample-credential.js';
import { digestOf, passkey, role } from '../testing/sample-operator.js';
import { SAMPLE_KEYS, SAMPLE_TERMS } from '../testing/sample-terms.js';
import { OperatorCommands } from './operator-commands.js';
import { OwnersOfAll } from './owners-of-all.js';

const HOST = 'service:host';
const GATEWAY = 'service:verify-api';
const reason = 'because';
const UNCOUNTED = { liveCredentials: () => 0, authorityElements: () => 0 };

let database: EmbeddedDatabase;
let replicas: Replica[];
let projectId: string;

/** A replica of the app with its own store, and its commands. */
async function openReplica() {
  const store = new EventStore(database.pool, LOG);
  const feed = new TailingEventFeed(database.pool, createLogger('silent'));
  store.onAppended((transaction) => feed.appended(LOG, transaction));
  const owners = new OwnersOfAll(feed);
  await owners.onApplicationBootstrap();
  return {
    owners,
    store,
    operators: new OperatorCommands(store, owners),
    credentials: new CredentialCommands(store, UNCOUNTED, Infinity),
    projects: new ProjectCommands(store),
    authorities: new AuthorityCommands(store, SAMPLE_TERMS, UNCOUNTED, Infinity),
  };
}
type Replica = Awaited<ReturnType<typeof openReplica>>;
const replica = (index = 0) => replicas[index] as Replica;

type OperatorType = Extract<CommandType, `operator.${string}`>;
const send = <Type extends OperatorType>(
  type: Type,
  key: string,
  issued_by: string,
  payload: CommandPayload<Type>,
  by = 0,
): Promise<OperatorSnapshot> =>
  replica(by).operators.handle(newCommand(type, payload, { key, project_id: null, issued_by }) as never);

const invitationOf = (link: string) => ({
  digest: digestOf(link),
  expires_at: new Date(Date.now() + 1_800_000).toISOString(),
});
const invite = (id: string, by: string, ...grants: RoleGrant[]) =>
  send('operator.invite', id, by, { grants, invitation: invitationOf(id) });
const redeem = (id: string, key = id, by = 0) =>
  send(
    'operator.add_key',
    id,
    GATEWAY,
    { key: passkey(`${id} ${key}`), invitation_digest: digestOf(id) },
    by,
  );
const remove = (id: string, issuer: string, by = 0) =>
  send('operator.remove', id, issuer, { reason, expected_version: null }, by);
const changeRoles = (id: string, issuer: string, ...grants: RoleGrant[]) =>
  send('operator.change_roles', id, issuer, { grants, reason, expected_version: null });

/** Invites somebody, who redeems it. */
async function enrol(...grants: RoleGrant[]): Promise<string> {
  const id = newId('operator');
  await invite(id, HOST, ...grants);
  await redeem(id);
  return id;
}

async function createProject(): Promise<string> {
  const key = newId('project');
  const origin = { key, project_id: null, issued_by: HOST };
  await replica().projects.handle(newCommand('project.create', { name: 'Registry' }, origin));
  return key;
}

function issue(id: string, project_id: string | null, issued_by: string, capabilities: HeldCapability[]) {
  const limits = { authorities: null, allowed_ips: null, rate_limit: null, metadata: {}, expires_at: null };
  const payload = { name: 'Importer', capabilities, ...limits, secret: secret(id, kindFor(capabilities)) };
  const origin = { key: id, project_id, issued_by };
  return replica().credentials.handle(newCommand('credential.issue', payload, origin));
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof ServiceError ? error.code : error),
  );
const codesOf = async (...work: Promise<unknown>[]) => new Set(await Promise.all(work.map(codeOf)));

beforeAll(async () => {
  database = await startEmbeddedDatabase();
  await runMigrations(database.url, credentialAuthorityMigrations);
  await withClient(database.url, (client) =>
    createBoundaryViews(client, OWNER_BOUNDARIES.credential_authority),
  );
  await database.pool.query(`GRANT INSERT ON ${LOG}.events TO CURRENT_USER`);
  replicas = await Promise.all([openReplica(), openReplica()]);
  await new KeyCommands(replica().store, SAMPLE_TERMS.log, SAMPLE_KEYS).publishRing();
  projectId = await createProject();
});
afterAll(async () => {
  await Promise.all(replicas.map(({ owners }) => owners.onApplicationShutdown()));
  await database.stop();
});

describe('two owners of all projects', () => {
  const owners = async () => {
    const pair = [await enrol(role('owner', null)), await enrol(role('owner', null))] as const;
    await eventually(() => {
      for (const { owners: known } of replicas)
        expect(known.ids()).toEqual(expect.arrayContaining([...pair]));
    });
    return pair;
  };
  const leave = async (...ids: string[]) => {
    const credential = newId('credential');
    await issue(credential, null, HOST, ['operator']);
    for (const id of ids) await codeOf(remove(id, credential));
  };

  it('do not remove each other at once', async () => {
    const [one, other] = await owners();
    const refused = await codesOf(remove(other, one), remove(one, other, 1));
    // The one who was removed first is judged as removed, or as not the other owner any more.
    expect(refused.size).toBe(2);
    expect(refused).toContain(null);
    await eventually(() =>
      expect(
        replica()
          .owners.ids()
          .filter((id) => id === one || id === other),
      ).toHaveLength(1),
    );
    await leave(one, other);
  });

  it('are not both removed at once by a credential: one stays', async () => {
    const [one, other] = await owners();
    const credential = newId('credential');
    await issue(credential, null, HOST, ['operator']);
    // Owners of other tests would stay instead.
    for (const id of replica().owners.ids()) if (id !== one && id !== other) await remove(id, credential);
    const refused = await codesOf(remove(one, credential), remove(other, credential, 1));
    expect(refused).toEqual(new Set([null, 'operator.last_owner']));
    await eventually(() => expect(replica().owners.ids()).toHaveLength(1));
    const [last] = replica().owners.ids();
    expect(await codeOf(remove(last as string, last as string))).toBe('operator.last_owner');
    expect(await codeOf(changeRoles(last as string, last as string))).toBe('operator.last_owner');
  });
});

describe('an invitation', () => {
  it('is redeemed once, also by two at once', async () => {
    const id = newId('operator');
    await invite(id, HOST, role('auditor', projectId));
    expect(await codesOf(redeem(id, 'one'), redeem(id, 'two', 1))).toEqual(
      new Set([null, 'operator.invitation_invalid']),
    );
    const { operators: _, store } = replica();
    expect((await store.read(id)).version).toBe(2);
  });

  it('of somebody who is removed meanwhile is not redeemed', async () => {
    const owner = await enrol(role('owner', projectId));
    const id = newId('operator');
    await invite(id, owner, role('auditor', projectId));
    const [removed, redeemed] = await Promise.all([
      codeOf(remove(owner, await enrol(role('owner', null)))),
      codeOf(redeem(id, 'key', 1)),
    ]);
    expect(removed).toBeNull();
    const again = newId('operator');
    expect(await codeOf(invite(again, owner, role('auditor', projectId)))).toBe('authentication.invalid');
    if (redeemed !== null) expect(redeemed).toBe('operator.invitation_invalid');
  });

  it('of somebody who was narrowed is not redeemed', async () => {
    const owner = await enrol(role('owner', projectId));
    const id = newId('operator');
    await invite(id, owner, role('auditor', projectId));
    await changeRoles(owner, await enrol(role('owner', null)), role('admin', projectId));
    expect(await codeOf(redeem(id))).toBe('operator.invitation_invalid');
  });

  it('of a credential that was revoked is not redeemed', async () => {
    const credential = newId('credential');
    await issue(credential, null, HOST, ['operator']);
    const id = newId('operator');
    await invite(id, credential, role('auditor', projectId));
    const origin = { key: credential, project_id: null, issued_by: GATEWAY };
    const payload = { reason, expected_version: null };
    await replica().credentials.handle(newCommand('credential.revoke', payload, origin));
    expect(await codeOf(redeem(id))).toBe('operator.invitation_invalid');
    const admin = newId('credential');
    await issue(admin, projectId, HOST, ['manage']);
    expect(await codeOf(invite(newId('operator'), admin, role('auditor', projectId)))).toBe(
      'authority.insufficient_scope',
    );
  });
});

describe('a key', () => {
  it('is one operator’s forever', async () => {
    const [one, other] = [await enrol(role('auditor', projectId)), await enrol(role('auditor', projectId))];
    const payload = { key: passkey(`${one} ${one}`), invitation_digest: null };
    expect(await codeOf(send('operator.add_key', other, other, payload))).toBe('operator.key_refused');
    await remove(one, await enrol(role('owner', null)));
    expect(await codeOf(send('operator.add_key', other, other, payload))).toBe('operator.key_refused');
  });

  it('of the OIDC provider is a removed operator’s too: nobody comes back by it', async () => {
    const id = newId('operator');
    const key = { kind: 'oidc' as const, thumbprint: digestOf(`subject of ${id}`) };
    const grants = [role('auditor', projectId)];
    await send('operator.provision', id, GATEWAY, { grants, key });
    await remove(id, await enrol(role('owner', null)));
    expect(await codeOf(send('operator.provision', id, GATEWAY, { grants, key }))).toBe(
      'operator.transition_not_allowed',
    );
    expect(await codeOf(send('operator.provision', newId('operator'), GATEWAY, { grants, key }))).toBe(
      'operator.key_refused',
    );
  });
});

describe('an id of something else', () => {
  it('is no operator, and becomes none', async () => {
    const owner = await enrol(role('owner', null));
    expect(await codeOf(invite(projectId, HOST, role('auditor', projectId)))).toBe(
      'operator.transition_not_allowed',
    );
    expect(await codeOf(remove(projectId, owner))).toBe('operator.not_found');
    expect(await codeOf(remove(newId('operator'), projectId))).toBe('authentication.invalid');
    expect(await codeOf(remove(owner, newId('operator')))).toBe('authentication.invalid');
    expect(await codeOf(invite(newId('operator'), HOST, role('auditor', owner)))).toBe('request.invalid');
  });
});

describe('an operator in the place of a credential', () => {
  const grantAuthority = (issued_by: string, project_id: string) => {
    const valid_until = new Date(Date.now() + 86_400_000).toISOString();
    const payload = { issuer: 'Example Registry', scope: ['land'], valid_until, public_key: null };
    const origin = { key: newId('authority'), project_id, issued_by };
    return replica().authorities.handle(newCommand('authority.grant', payload, origin));
  };

  it('issues and revokes credentials as its roles in the project allow, in each of its projects', async () => {
    const second = await createProject();
    const operator = await enrol(role('admin', projectId), role('owner', second));
    for (const project of [projectId, second]) {
      const id = newId('credential');
      expect(await issue(id, project, operator, ['read', 'write', 'manage'])).toMatchObject({
        issued_by: operator,
        project_id: project,
      });
      const origin = { key: id, project_id: project, issued_by: operator };
      const payload = { reason, expected_version: null };
      expect(
        await replica().credentials.handle(newCommand('credential.revoke', payload, origin)),
      ).toMatchObject({ state: 'revoked' });
      expect(await grantAuthority(operator, project)).toMatchObject({ project_id: project });
    }
  });

  it.each<RoleGrant['role']>(['auditor', 'operator'])('as %s manages nothing', async (name) => {
    const operator = await enrol(role(name, projectId));
    const scope = 'authority.insufficient_scope';
    expect(await codeOf(issue(newId('credential'), projectId, operator, ['read']))).toBe(scope);
    expect(await codeOf(grantAuthority(operator, projectId))).toBe(scope);
  });

  it('manages nothing in another project, and no credential without one', async () => {
    const operator = await enrol(role('owner', projectId));
    const other = await createProject();
    const scope = 'authority.insufficient_scope';
    expect(await codeOf(issue(newId('credential'), other, operator, ['read']))).toBe(scope);
    expect(await codeOf(grantAuthority(operator, other))).toBe(scope);
    const owner = await enrol(role('owner', null));
    expect(await codeOf(issue(newId('credential'), null, owner, ['operator']))).toBe(scope);
  });

  it('does nothing once it was removed or narrowed, whatever the gateway still believes', async () => {
    const owner = await enrol(role('owner', null));
    const operator = await enrol(role('admin', projectId));
    await changeRoles(operator, owner, role('auditor', projectId));
    expect(await codeOf(issue(newId('credential'), projectId, operator, ['read']))).toBe(
      'authority.insufficient_scope',
    );
    await remove(operator, owner);
    expect(await codeOf(issue(newId('credential'), projectId, operator, ['read']))).toBe(
      'authentication.invalid',
    );
    expect(await codeOf(grantAuthority(operator, projectId))).toBe('authentication.invalid');
  });

  it('is judged again where its roles change beside an issue', async () => {
    const owner = await enrol(role('owner', null));
    const operator = await enrol(role('admin', projectId));
    const id = newId('credential');
    const { store } = replica();
    const append = store.append.bind(store);
    store.append = async (appended) => {
      store.append = append;
      await changeRoles(operator, owner);
      return append(appended);
    };
    expect(await codeOf(issue(id, projectId, operator, ['read']))).toBe('authority.insufficient_scope');
    expect((await store.read(id)).version).toBe(0);
  });

  it('creates and changes projects as an owner of all, and issues the first credential and more', async () => {
    const owner = await enrol(role('owner', null));
    const id = newId('project');
    const to = (issued_by: string, key = id) => ({ key, project_id: null, issued_by });
    await replica().projects.handle(newCommand('project.create', { name: 'Registry' }, to(owner)));
    for (let count = 0; count < 2; count += 1) {
      expect(await issue(newId('credential'), id, owner, ['manage', 'read'])).toMatchObject({
        project_id: id,
      });
    }
    const change = { reason, expected_version: null };
    const ofOne = await enrol(role('owner', id));
    expect(await codeOf(replica().projects.handle(newCommand('project.suspend', change, to(ofOne))))).toBe(
      'authority.insufficient_scope',
    );
    const block = newCommand(
      'project.block_subject',
      { ...change, subject: 'mallory' },
      {
        ...to(ofOne),
        project_id: id,
      },
    );
    expect(await replica().projects.handle(block)).toMatchObject({ blocked_subjects: ['mallory'] });
    await replica().projects.handle(newCommand('project.suspend', change, to(owner)));
  });
});

describe('an operator with a forged event', () => {
  it('does nothing, and nothing is done on it', async () => {
    const owner = await enrol(role('owner', null));
    const operator = await enrol(role('admin', projectId));
    const { store } = replica();
    const read = store.read.bind(store);
    store.read = async (id) => {
      const stream = await read(id);
      if (id !== operator) return stream;
      const forged = { type: 'service.event.forged', data: { type: 'service.event.forged' } };
      const events = stream.events.map((event, index) =>
        index === 0 ? event : ({ ...event, ...forged } as RecordedEvent),
      );
      return { ...stream, events };
    };
    try {
      expect(await codeOf(issue(newId('credential'), projectId, operator, ['read']))).toBe(
        'service.unavailable',
      );
      expect(await codeOf(changeRoles(operator, owner))).toBe('service.unavailable');
    } finally {
      store.read = read;
    }
  });
});
