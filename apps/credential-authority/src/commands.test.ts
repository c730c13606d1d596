import { beforeEach, describe, expect, it } from '@jest/globals';
import { ServiceError, type ErrorData } from '@service/contracts';
import {
  digestText,
  findAuthorityChainFault,
  openElement,
  type AuthorityElementContent,
} from '@service/evidence';
import { MemoryStore } from './testing/memory-store.js';
import { END, REASON, sendersOn } from './testing/senders.js';

let store: MemoryStore;
let send: ReturnType<typeof sendersOn>;

/** The whole refusal of a command. */
async function refusalOf(work: Promise<unknown>): Promise<ErrorData> {
  const error = await work.then(
    () => new TypeError('nothing was refused'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof ServiceError)) throw error;
  return error.toData();
}
const codeOf = async (work: Promise<unknown>) => (await refusalOf(work)).code;

beforeEach(async () => {
  store = new MemoryStore();
  send = sendersOn(store);
  await send.create('prj_1');
  await send.create('prj_2');
  await send.grant('aut_1', 'prj_1');
  await send.issue('crd_1', 'prj_1');
});

describe('an answer', () => {
  it('is the aggregate after the command', async () => {
    expect(await send.create('prj_3')).toMatchObject({
      id: 'prj_3',
      name: 'Registry',
      state: 'active',
      version: 1,
    });
    expect(await send.suspend('aut_1', 'prj_1')).toMatchObject({
      id: 'aut_1',
      state: 'suspended',
      version: 2,
      reason: REASON,
    });
    expect(await send.issue('crd_2', 'prj_1', 'crd_1')).toMatchObject({
      issued_by: 'crd_1',
      project_id: 'prj_1',
    });
    expect(await send.revoke('crd_1', 'prj_1')).toMatchObject({ id: 'crd_1', state: 'revoked', version: 2 });
  });
});

describe('the events of a command', () => {
  it('is a sound chain of elements for an authority', async () => {
    await send.suspend('aut_1', 'prj_1');
    store.now = new Date(END);
    await send.expireAuthority('aut_1');
    const chain = (store.streams.get('aut_1') ?? []).map(({ element }) =>
      openElement<AuthorityElementContent>(element ?? '', digestText(element ?? '')),
    );
    expect(chain.map(({ content }) => content.state)).toEqual(['active', 'suspended', 'expired']);
    expect(findAuthorityChainFault(chain)).toBeNull();
    expect(chain.every(({ content }) => content.project_id === 'prj_1')).toBe(true);
  });

  it('is data of schema version 1 for a credential', () => {
    expect(store.streams.get('crd_1')).toMatchObject([
      {
        type: 'service.credential.issued',
        schema_version: 1,
        element: null,
        data: { credential_id: 'crd_1' },
      },
    ]);
  });

  it('depend on the version of the project that was read', () => {
    expect(store.appends.slice(2).map((append) => append.asserted?.at(-1))).toEqual([
      { stream_id: 'prj_1', expected: 1 },
      { stream_id: 'prj_1', expected: 1 },
    ]);
  });
});

describe('an aggregate that the project does not have', () => {
  it.each(['aut_9', 'crd_1', 'prj_1'])('is not found as an authority: %s', async (id) => {
    expect(await refusalOf(send.suspend(id, 'prj_1'))).toEqual({ code: 'authority.not_found' });
  });

  it.each(['crd_9', 'aut_1', 'prj_1'])('is not found as a credential: %s', async (id) => {
    expect(await refusalOf(send.revoke(id, 'prj_1'))).toEqual({ code: 'credential.not_found' });
  });

  it.each([null, 1, 7])(
    'is refused like one of another project, whatever its version: %s',
    async (version) => {
      expect(await refusalOf(send.suspend('aut_1', 'prj_2', version))).toEqual({
        code: 'authority.not_found',
      });
      expect(await refusalOf(send.revoke('crd_1', 'prj_2', version))).toEqual({
        code: 'credential.not_found',
      });
      expect(await refusalOf(send.revoke('crd_1', null, version))).toEqual({ code: 'credential.not_found' });
    },
  );

  it.each(['prj_9', 'aut_1', 'crd_1'])('is not found as a project: %s', async (id) => {
    expect(await refusalOf(send.pause(id, 1))).toEqual({ code: 'project.not_found' });
  });

  it.each(['prj_9', 'aut_1'])('cannot be created in a missing project: %s', async (project) => {
    expect(await codeOf(send.grant('aut_2', project))).toBe('authority.not_found');
    expect(await codeOf(send.issue('crd_2', project))).toBe('credential.not_found');
  });
});

describe('an id that is taken', () => {
  it.each(['prj_1', 'aut_1', 'crd_1'])('cannot be used again, and changes nothing: %s', async (id) => {
    store.now = new Date(END);
    expect(await codeOf(send.create(id))).toBe('project.transition_not_allowed');
    expect(await codeOf(send.grant(id, 'prj_2'))).toBe('authority.transition_not_allowed');
    expect(await codeOf(send.issue(id, 'prj_2'))).toBe('credential.transition_not_allowed');
    expect(store.typesOf(id)).toHaveLength(1);
  });
});

describe('an expected version', () => {
  it('must be that of the stream', async () => {
    expect(await codeOf(send.suspend('aut_1', 'prj_1', 2))).toBe('authority.version_conflict');
    expect(await codeOf(send.revoke('crd_1', 'prj_1', 2))).toBe('credential.version_conflict');
    expect(await codeOf(send.rename('crd_1', 'prj_1', 2))).toBe('credential.version_conflict');
    const expected_version = 2;
    expect(await codeOf(send.rotate('crd_1', 'prj_1', 'crd_1', { expected_version }))).toBe(
      'credential.version_conflict',
    );
    expect(await codeOf(send.pause('prj_1', 2))).toBe('project.version_conflict');
    expect(await send.pause('prj_1', 1)).toMatchObject({ version: 2 });
    expect(await send.resume('prj_1', 2)).toMatchObject({ version: 3, state: 'active' });
    expect(await send.suspend('aut_1', 'prj_1', 1)).toMatchObject({ version: 2 });
    expect(await send.revoke('crd_1', 'prj_1', 1)).toMatchObject({ version: 2 });
  });
});

describe('a suspended project', () => {
  beforeEach(() => send.pause('prj_1'));

  it('refuses every command from a caller', async () => {
    expect(await codeOf(send.grant('aut_2', 'prj_1'))).toBe('project.suspended');
    expect(await codeOf(send.suspend('aut_1', 'prj_1'))).toBe('project.suspended');
    expect(await codeOf(send.issue('crd_2', 'prj_1'))).toBe('project.suspended');
    expect(await codeOf(send.revoke('crd_1', 'prj_1', null, 'crd_1'))).toBe('project.suspended');
  });

  it('lets the service revoke a leaked credential, which would otherwise work again after a resumption', async () => {
    expect(await send.revoke('crd_1', 'prj_1')).toMatchObject({ state: 'revoked' });
  });

  it('lets the clock expire what is due', async () => {
    store.now = new Date(END);
    await send.expireAuthority('aut_1');
    await send.expireCredential('crd_1');
    expect(store.typesOf('aut_1')[1]).toBe('service.authority.expired');
    expect(store.typesOf('crd_1')[1]).toBe('service.credential.expired');
  });

  it('accepts commands again once it is resumed', async () => {
    await send.resume('prj_1');
    expect(await send.revoke('crd_1', 'prj_1')).toMatchObject({ state: 'revoked' });
  });
});

describe('an expiry', () => {
  it('does not change what is not due, or of another kind', async () => {
    await send.expireAuthority('aut_1');
    await send.expireCredential('crd_1');
    expect(store.typesOf('aut_1')).toHaveLength(1);
    expect(store.typesOf('crd_1')).toHaveLength(1);
    expect(await codeOf(send.expireAuthority('crd_1'))).toBe('authority.not_found');
    expect(await codeOf(send.expireCredential('aut_1'))).toBe('credential.not_found');
  });
});

describe('a command on something that is due', () => {
  it('is refused after the expiry was appended', async () => {
    store.now = new Date(END);
    expect(await codeOf(send.suspend('aut_1', 'prj_1'))).toBe('authority.transition_not_allowed');
    expect(store.typesOf('aut_1')[1]).toBe('service.authority.expired');
  });
});

describe('an operator', () => {
  it('has a credential without a project', async () => {
    expect(await send.issue('crd_op', null)).toMatchObject({ project_id: null, capabilities: ['operator'] });
    expect(await codeOf(send.revoke('crd_op', 'prj_1'))).toBe('credential.not_found');
    expect(await send.revoke('crd_op', null)).toMatchObject({ state: 'revoked' });
  });
});
