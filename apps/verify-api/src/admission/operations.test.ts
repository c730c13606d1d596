import { setTimeout as pause } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ModuleRef } from '@nestjs/core';
import { ServiceError } from '@service/contracts';
import type { Admission } from './admission.js';
import type { Call } from '../interface/call.js';
import { defineOperation, type AnyOperation } from '../interface/operation.js';
import { Operations } from './operations.js';
import type { RequestContext } from '../interface/request-context.js';

class Tests {
  test(id: string) {
    if (id === 'refused') throw new ServiceError('subscription.not_found');
    return { event_id: 'evt_1' };
  }
}

class Input {
  ids: string[] = [];
}

const terms = {
  name: 'subscriptions.test',
  access: 'subscribe',
  kind: 'write',
  summary: '',
  input: Input,
  answer: 'TestRequest',
  useCase: Tests,
} as const;

let counted: number[];
let context: RequestContext;
let call: Call;
let operations: Operations;

beforeEach(() => {
  counted = [];
  context = {
    operation: 'as.its.route.names.it',
    subjects: [] as readonly string[],
    evidence: null,
  } as RequestContext;
  call = { requestContext: context } as Call;
  const admission = { countItems: (_: RequestContext, items: number) => void counted.push(items) };
  const modules = { get: () => new Tests() };
  operations = new Operations(modules as unknown as ModuleRef, admission as unknown as Admission, 10_000);
});

describe('what has waited', () => {
  const waitedFor = (milliseconds: number, kind: 'verify' | 'write') => {
    const begun = { beganAt: performance.now() - milliseconds, evidence: null };
    const requireStillAdmitted = () => {
      throw new ServiceError('credential.revoked');
    };
    const asked = { requestContext: { ...context, ...begun, requireStillAdmitted } } as unknown as Call;
    const operation = { ...defineOperation({ ...terms, execute: async (tests) => tests.test('') }), kind };
    return Promise.resolve(operations.run(operation, asked, { ids: [] }));
  };

  it('is not answered to whoever was refused meanwhile', async () => {
    await expect(waitedFor(1_500, 'verify')).rejects.toMatchObject({ code: 'credential.revoked' });
    expect(await waitedFor(500, 'verify')).toEqual({ event_id: 'evt_1' });
  });

  it('past its deadline does not run, and its refusal does not wait for the history', async () => {
    const beganAt = performance.now() - 10_001;
    const requestContext = { ...context, beganAt, deadline: Infinity };
    const operation = defineOperation({ ...terms, execute: (tests) => tests.test('') });
    await expect(operations.run(operation, { requestContext } as Call, { ids: [] })).rejects.toMatchObject({
      code: 'service.unavailable',
    });
    expect(requestContext.deadline).toBe(beganAt + 10_000);
  });

  it('is answered where it is written', async () => {
    expect(await waitedFor(1_500, 'write')).toEqual({ event_id: 'evt_1' });
  });
});

describe('an operation that runs', () => {
  const test = defineOperation({
    ...terms,
    execute: (tests, _call, { ids }) => tests.test(ids[0] ?? ''),
    subjectsOf: ({ ids }, answer) => (answer === null ? ids : [...ids, answer.event_id]),
  });

  it('names its subjects, and then the id of its answer', async () => {
    expect(await operations.run(test, call, { ids: ['sub_1'] })).toEqual({ event_id: 'evt_1' });
    expect(context).toMatchObject({ operation: 'subscriptions.test', subjects: ['sub_1', 'evt_1'] });
  });

  it('runs from a list of operations as well', async () => {
    const listed: readonly AnyOperation[] = [test];
    for (const each of listed) {
      expect(await operations.run(each, call, { ids: ['sub_1'] })).toEqual({ event_id: 'evt_1' });
    }
  });

  it('names its subjects even if it is refused', async () => {
    const refused = async () => operations.run(test, call, { ids: ['refused'] });
    await expect(refused()).rejects.toMatchObject({ code: 'subscription.not_found' });
    expect(context.subjects).toEqual(['refused']);
  });

  it('names the id of its answer by default', async () => {
    const made = defineOperation({ ...terms, answer: 'Record', execute: () => ({ id: 'rec_1' }) as never });
    await operations.run(made, call, { ids: ['rec_0'] });
    expect(context.subjects).toEqual(['rec_1']);
    expect(counted).toEqual([]);
  });

  it('counts its items as operations, before it begins', async () => {
    const batch = defineOperation({
      ...terms,
      execute: (tests) => {
        expect(counted).toEqual([2]);
        return tests.test('');
      },
      itemsOf: ({ ids }) => ids.length,
    });
    await operations.run(batch, call, { ids: ['sub_1', 'sub_2'] });
    expect(counted).toEqual([2]);
  });

  describe('for too long', () => {
    const LIMIT = 20;
    beforeEach(() => {
      const modules = { get: () => new Tests() };
      operations = new Operations(modules as unknown as ModuleRef, {} as Admission, LIMIT);
    });
    const answering = (execute: () => Promise<never>) =>
      defineOperation({ ...terms, answer: 'Record', execute });

    it('is unavailable at its deadline, from the beginning of its request', async () => {
      const never = answering(() => new Promise(() => undefined));
      const refused = { code: 'service.unavailable' };
      await expect(operations.run(never, call, { ids: [] })).rejects.toMatchObject(refused);
      const publicCall = { ...call, requestContext: null } as never;
      await expect(operations.run(never, publicCall, { ids: [] })).rejects.toMatchObject(refused);
      Object.assign(context, { beganAt: performance.now() - 10 * LIMIT });
      const slow = answering(async () => pause(LIMIT / 2, undefined as never));
      await expect(operations.run(slow, call, { ids: [] })).rejects.toMatchObject(refused);
    });

    it('may take longer by what its caller wants to wait', async () => {
      const waiting = answering(async () => {
        await Promise.resolve();
        context.deadline += 10_000;
        return pause(2 * LIMIT, { id: 'rec_1' } as never);
      });
      expect(await operations.run(waiting, call, { ids: [] })).toEqual({ id: 'rec_1' });
    });
  });

  it('names nothing if it is public', async () => {
    const open = defineOperation({ ...terms, access: 'public', execute: (tests) => tests.test('') });
    const answer = await operations.run(open, { ...call, requestContext: null }, { ids: [] });
    expect(answer).toEqual({ event_id: 'evt_1' });
  });
});

describe('reads of one project', () => {
  const ended: (() => void)[] = [];
  const begun: (string | null)[] = [];
  const read = {
    ...defineOperation({
      ...terms,
      answer: 'TestRequest',
      execute: async (_, { projectId }) => {
        begun.push(projectId);
        await new Promise<void>((resolve) => ended.push(resolve));
        return { event_id: 'evt_1' };
      },
    }),
    kind: 'read' as const,
  };
  const readOf = (projectId: string, beganAt = performance.now(), operation: typeof read = read) => {
    const caller = { projectId, actor: { type: 'credential' } };
    const requireStillAdmitted = () => undefined;
    const requestContext = { ...context, caller, beganAt, requireStillAdmitted } as RequestContext;
    return operations.run(operation, { ...call, projectId, requestContext } as Call, { ids: [] });
  };

  it('wait for one another, and not those of another project; none is begun after its deadline', async () => {
    const many = [1, 2, 3, 4].map(() => readOf('prj_many'));
    const late = expect(readOf('prj_many', performance.now() - 10_000)).rejects.toMatchObject({
      code: 'service.unavailable',
    });
    const other = readOf('prj_one');
    await late;
    expect(begun).toEqual(['prj_many', 'prj_many', 'prj_many', 'prj_one']);
    const fromMemory = readOf('prj_many', performance.now(), { ...read, fromMemory: true });
    expect(begun).toHaveLength(5);
    ended.splice(0).forEach((end) => end());
    await new Promise(setImmediate);
    expect(begun).toHaveLength(6);
    ended.forEach((end) => end());
    await Promise.all([...many, other, fromMemory]);
    expect(begun).toHaveLength(6);
  });
});
