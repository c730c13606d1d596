import { beforeEach, describe, expect, it } from '@jest/globals';
import type { StoredSecret } from '@service/contracts';
import type { Append, AppendResult, RecordedEvent } from '@service/event-store';
import { MemoryStore } from './testing/memory-store.js';
import { secret } from './testing/sample-credential.js';
import { END, sendersOn } from './testing/senders.js';

let store: MemoryStore;
let send: ReturnType<typeof sendersOn>;

const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'nothing was refused',
    (error: { code: string }) => error.code,
  );
const assertedBy = (append: Append | undefined) =>
  append &&
  [...append.streams, ...(append.asserted ?? [])].map(({ stream_id, expected }) => [stream_id, expected]);

beforeEach(async () => {
  store = new MemoryStore();
  send = sendersOn(store);
  await send.create('prj_1');
  await send.create('prj_2');
  await send.issue('crd_1', 'prj_1');
  await send.issue('crd_op', null);
});

describe('a credential that another one issues', () => {
  it('depends on the version of its issuer', async () => {
    await send.issue('crd_2', 'prj_1', 'crd_1');
    expect(assertedBy(store.appends.at(-1))).toEqual([
      ['crd_2', 0],
      ['prj_1', 1],
      ['crd_1', 1],
    ]);
    await send.rotate('crd_2', 'prj_1', 'crd_1');
    expect(assertedBy(store.appends.at(-1))).toEqual([
      ['crd_2', 1],
      ['prj_1', 1],
      ['crd_1', 1],
    ]);
  });

  it('may be rotated by itself', async () => {
    expect(await send.rotate('crd_1', 'prj_1', 'crd_1')).toMatchObject({ state: 'rotating', version: 2 });
    expect(assertedBy(store.appends.at(-1))).toEqual([
      ['crd_1', 1],
      ['prj_1', 1],
    ]);
  });

  it('is refused where its issuer was revoked during the decision', async () => {
    const append = store.append.bind(store);
    let attempts = 0;
    store.append = async (appended: Append): Promise<AppendResult> => {
      store.append = append;
      attempts += 1;
      await send.revoke('crd_1', 'prj_1');
      return append(appended);
    };
    expect(await codeOf(send.issue('crd_2', 'prj_1', 'crd_1'))).toBe('credential.revoked');
    expect(attempts).toBe(1);
    expect(store.typesOf('crd_2')).toEqual([]);
  });

  it.each(['crd_9', 'prj_1'])('is refused where its issuer is not a credential: %s', async (issuer) => {
    expect(await codeOf(send.issue('crd_2', 'prj_1', issuer))).toBe('authentication.invalid');
    expect(await codeOf(send.rotate('crd_1', 'prj_1', issuer))).toBe('authentication.invalid');
  });

  it('is refused where its issuer is of another project', async () => {
    expect(await codeOf(send.issue('crd_2', 'prj_2', 'crd_1'))).toBe('authority.insufficient_scope');
  });
});

describe('a part of the service', () => {
  it.each(['service:verify-api', 'service:record-store', 'service:nobody'])(
    'issues no credential as %s, not even a limited one',
    async (by) => {
      expect(await codeOf(send.issue('crd_2', 'prj_1', by))).toBe('authentication.invalid');
      expect(await codeOf(send.issue('crd_2', null, by))).toBe('authentication.invalid');
      expect(store.typesOf('crd_2')).toEqual([]);
    },
  );

  it('rotates and revokes nothing as the host, and rotates nothing as the gateway', async () => {
    expect(await codeOf(send.rotate('crd_1', 'prj_1', 'service:host'))).toBe('authentication.invalid');
    expect(await codeOf(send.rotate('crd_1', 'prj_1', 'service:verify-api'))).toBe('authentication.invalid');
    expect(await codeOf(send.revoke('crd_1', 'prj_1', null, 'service:host'))).toBe('authentication.invalid');
  });

  it('has a name: no issuer means no command', async () => {
    const nobody = null as unknown as string;
    expect(await codeOf(send.issue('crd_2', null, nobody))).toBe('authentication.invalid');
    expect(await codeOf(send.revoke('crd_1', 'prj_1', null, nobody))).toBe('authentication.invalid');
    expect(store.typesOf('crd_2')).toEqual([]);
  });
});

describe('a key id', () => {
  it('belongs to one credential, also after a rotation and a revocation', async () => {
    const ofFirst = secret('key crd_1');
    expect(await codeOf(send.issue('crd_2', 'prj_1', 'crd_1', { secret: ofFirst }))).toBe(
      'credential.transition_not_allowed',
    );
    await send.issue('crd_3', 'prj_1', 'crd_1');
    await send.rotate('crd_1', 'prj_1');
    const ofRotated = secret('next crd_1');
    for (const taken of [ofFirst, ofRotated]) {
      expect(await codeOf(send.rotate('crd_3', 'prj_1', 'crd_3', { secret: taken }))).toBe(
        'credential.transition_not_allowed',
      );
    }
    await send.revoke('crd_1', 'prj_1');
    expect(await codeOf(send.rotate('crd_3', 'prj_1', 'crd_3', { secret: ofRotated }))).toBe(
      'credential.transition_not_allowed',
    );
    expect(store.typesOf('crd_3')).toHaveLength(1);
  });

  it('is a new one in each rotation', async () => {
    const again = { secret: secret('key crd_1') };
    expect(await codeOf(send.rotate('crd_1', 'prj_1', 'crd_1', again))).toBe('request.invalid');
  });
});

describe('a secret', () => {
  it.each([
    ['of a token of another kind', secret('x', 'operator')],
    ['of an audit token', secret('x', 'audit')],
    [
      'without a format',
      { key_id: 'K'.repeat(16), hmac: '0'.repeat(64), pepper_id: '0'.repeat(16) } as StoredSecret,
    ],
    ['with another form of key id', { ...secret('x'), key_id: 'short' }],
    ['with another form of HMAC', { ...secret('x'), hmac: 'short' }],
    ['with another form of pepper id', { ...secret('x'), pepper_id: 'pepper' }],
  ])('is refused %s', async (_, given) => {
    expect(await codeOf(send.issue('crd_2', 'prj_1', 'crd_1', { secret: given }))).toBe('request.invalid');
    expect(await codeOf(send.rotate('crd_1', 'prj_1', 'crd_1', { secret: given }))).toBe('request.invalid');
    expect(store.typesOf('crd_2')).toEqual([]);
  });
});

describe('a credential with a forged event', () => {
  beforeEach(() => {
    const [first] = store.streams.get('crd_1') ?? [];
    const forged = { type: 'service.event.forged', data: { type: 'service.event.forged' }, version: 2 };
    store.streams.get('crd_1')?.push({ ...first, ...forged } as RecordedEvent);
  });

  it('issues and rotates nothing, and cannot be renamed', async () => {
    expect(await codeOf(send.issue('crd_2', 'prj_1', 'crd_1'))).toBe('service.unavailable');
    expect(await codeOf(send.rotate('crd_1', 'prj_1'))).toBe('service.unavailable');
    expect(await codeOf(send.rename('crd_1', 'prj_1'))).toBe('service.unavailable');
  });

  it('can be revoked', async () => {
    expect(await send.revoke('crd_1', 'prj_1')).toMatchObject({ state: 'revoked' });
    expect(store.typesOf('crd_1').at(-1)).toBe('service.credential.revoked');
  });
});

describe('a credential that another one revokes', () => {
  beforeEach(async () => {
    await send.issue('crd_2', 'prj_1', undefined, { capabilities: ['write'], expires_at: null });
  });

  it('depends on the version of the one that revokes it', async () => {
    await send.revoke('crd_1', 'prj_1', null, 'crd_2');
    expect(assertedBy(store.appends.at(-1))).toEqual([
      ['crd_1', 1],
      ['prj_1', 1],
      ['crd_2', 1],
    ]);
  });

  it('stays where it goes beyond that one, with its name', async () => {
    expect(await codeOf(send.revoke('crd_2', 'prj_1', null, 'crd_1'))).toBe('credential.limited');
    expect(await codeOf(send.rename('crd_2', 'prj_1', null, 'crd_1'))).toBe('credential.limited');
    expect(store.typesOf('crd_2')).toEqual(['service.credential.issued']);
  });

  it('stays where it has revoked that one during the decision: of two administrators one remains', async () => {
    await send.issue('crd_3', 'prj_1', undefined, { capabilities: ['write'], expires_at: null });
    const append = store.append.bind(store);
    store.append = async (appended: Append): Promise<AppendResult> => {
      store.append = append;
      await send.revoke('crd_3', 'prj_1', null, 'crd_2');
      return append(appended);
    };
    expect(await codeOf(send.revoke('crd_2', 'prj_1', null, 'crd_3'))).toBe('credential.revoked');
    expect(store.typesOf('crd_2')).toEqual(['service.credential.issued']);
  });
});

describe('an operator', () => {
  it('issues the first credential of a project, and no other', async () => {
    expect(await send.issue('crd_2', 'prj_2', 'crd_op')).toMatchObject({ issued_by: 'crd_op' });
    await expect(send.issue('crd_3', 'prj_2', 'crd_op')).rejects.toMatchObject({
      code: 'authority.insufficient_scope',
      extras: { scope_required: 'manage', scope_held: ['operator'] },
    });
    expect(store.typesOf('crd_3')).toEqual([]);
  });

  it('rotates nothing in a project, and issues no operator', async () => {
    expect(await codeOf(send.rotate('crd_1', 'prj_1', 'crd_op'))).toBe('authority.insufficient_scope');
    expect(await codeOf(send.issue('crd_2', null, 'crd_op'))).toBe('authority.insufficient_scope');
  });
});

describe('the authorities of a credential', () => {
  it('are those of its project: another project’s are refused like missing ones', async () => {
    await send.grant('aut_1', 'prj_1');
    await send.grant('aut_2', 'prj_2');
    const issueFor = (id: string) => send.issue('crd_2', 'prj_1', 'crd_1', { authorities: ['aut_1', id] });
    const refusalOf = (id: string) => issueFor(id).catch((error: { extras: object }) => error.extras);
    const details = [{ field: 'authorities[1]', issue: 'is not an authority of the project' }];
    for (const id of ['aut_2', 'aut_9', 'crd_1', 'prj_1']) expect(await refusalOf(id)).toEqual({ details });
    expect(await send.issue('crd_2', 'prj_1', 'crd_1', { authorities: ['aut_1'] })).toMatchObject({
      authorities: ['aut_1'],
    });
  });
});

describe('a project with as many live credentials as it may have', () => {
  beforeEach(async () => {
    send = sendersOn(store, 2);
    await send.issue('crd_2', 'prj_1', 'crd_1');
  });

  it('gets another one only after one was revoked', async () => {
    expect(await codeOf(send.issue('crd_3', 'prj_1', 'crd_1'))).toBe('credential.limit_reached');
    await send.revoke('crd_2', 'prj_1', null, 'crd_1');
    expect(await send.issue('crd_3', 'prj_1', 'crd_1')).toMatchObject({ state: 'active' });
  });

  it('gets another one from the service itself, and keeps no other project from having its own', async () => {
    expect(await send.issue('crd_3', 'prj_1')).toMatchObject({ state: 'active' });
    expect(await send.issue('crd_4', 'prj_2', 'crd_op')).toMatchObject({ state: 'active' });
  });
});

describe('the longest life that a project sets', () => {
  it('applies to credentials that are issued from then on', async () => {
    await send.limit('prj_1', 1);
    expect(await codeOf(send.issue('crd_2', 'prj_1', 'crd_1', { expires_at: END }))).toBe('request.invalid');
    const expires_at = '2026-11-22T12:00:00.000Z';
    expect(await send.issue('crd_2', 'prj_1', 'crd_1', { expires_at })).toMatchObject({ expires_at });
  });
});

describe('a project whose authorities have had as many changes as they may have', () => {
  beforeEach(async () => {
    send = sendersOn(store, Infinity, 2);
    await send.grant('aut_1', 'prj_1');
    await send.grant('aut_2', 'prj_1');
  });

  it('gets no other, and can suspend those that it has', async () => {
    expect(await codeOf(send.grant('aut_3', 'prj_1'))).toBe('authority.limit_reached');
    expect(await send.suspend('aut_1', 'prj_1')).toMatchObject({ state: 'suspended' });
    expect(await send.grant('aut_4', 'prj_2')).toMatchObject({ state: 'active' });
  });

  it('keeps room for others where one authority is changed again and again', async () => {
    send = sendersOn(store);
    for (let change = 1; change < 1_000; change += 1) {
      await (change % 2 === 0 ? send.reinstate('aut_1', 'prj_1') : send.suspend('aut_1', 'prj_1'));
    }
    expect(await codeOf(send.reinstate('aut_1', 'prj_1'))).toBe('authority.limit_reached');
    expect(await send.suspend('aut_2', 'prj_1')).toMatchObject({ state: 'suspended' });
    expect(await send.reinstate('aut_2', 'prj_1')).toMatchObject({ state: 'active' });
  });
});
