import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Append, AppendResult } from '@service/event-store';
import { MemoryStore } from './testing/memory-store.js';
import { END, sendersOn } from './testing/senders.js';

let store: MemoryStore;
let send: ReturnType<typeof sendersOn>;

const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'nothing was refused',
    (error: { code: string }) => error.code,
  );
const assertedBy = (append: Append | undefined) =>
  append?.streams.map(({ stream_id, expected }) => [stream_id, expected]);

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

describe('an operator', () => {
  it('issues the first credential of a project, and no other', async () => {
    expect(await send.issue('crd_2', 'prj_2', 'crd_op')).toMatchObject({ issued_by: 'crd_op' });
    expect(await codeOf(send.issue('crd_3', 'prj_2', 'crd_op'))).toBe('authority.insufficient_scope');
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
    const details = [{ field: 'authorities[1]', issue: 'is no authority of the project' }];
    for (const id of ['aut_2', 'aut_9', 'crd_1', 'prj_1']) expect(await refusalOf(id)).toEqual({ details });
    expect(await send.issue('crd_2', 'prj_1', 'crd_1', { authorities: ['aut_1'] })).toMatchObject({
      authorities: ['aut_1'],
    });
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
