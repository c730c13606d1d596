import { describe, expect, it } from '@jest/globals';
import { defineOperation } from './operation.js';

class Tests {
  test() {
    return Promise.resolve({ event_id: 'evt_1' });
  }
  forget(): Promise<{ event_id?: string }> {
    return Promise.resolve({});
  }
}

const terms = {
  name: 'subscriptions.test',
  access: 'subscribe',
  summary: '',
  answer: 'TestRequest',
  useCase: Tests,
} as const;

describe('an operation', () => {
  it('compiles only if its use case returns the type of its schema, or a text', () => {
    const defined = [
      defineOperation({ ...terms, execute: (tests) => tests.test() }),
      defineOperation({ ...terms, execute: async (tests) => JSON.stringify(await tests.test()) }),
      // @ts-expect-error A member may be absent.
      defineOperation({ ...terms, execute: (tests) => tests.forget() }),
      // @ts-expect-error It has an additional member.
      defineOperation({ ...terms, execute: async (tests) => ({ ...(await tests.test()), more: 1 }) }),
      // @ts-expect-error It has another type.
      defineOperation({ ...terms, execute: () => ({ event_id: 1 }) }),
      // @ts-expect-error It returns nothing.
      defineOperation({ ...terms, execute: () => undefined }),
    ];
    expect(defined).toHaveLength(6);
  });

  it('gives its use case the call that its access allows', () => {
    const open = { ...terms, access: 'public' } as const;
    const defined = [
      defineOperation({ ...terms, execute: (tests, { projectId }) => projectId && tests.test() }),
      // @ts-expect-error A public call has no caller.
      defineOperation({ ...open, execute: (tests, { projectId }) => projectId && tests.test() }),
    ];
    expect(defined).toHaveLength(2);
  });
});
