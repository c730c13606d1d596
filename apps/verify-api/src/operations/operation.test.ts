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
  name: 'subscription.test',
  access: 'subscribe',
  kind: 'write',
  summary: '',
  answer: 'TestRequest',
  useCase: Tests,
} as const;

describe('an operation', () => {
  it('compiles only where its use case answers what its schema describes, or a text', () => {
    const defined = [
      defineOperation({ ...terms, execute: (tests) => tests.test() }),
      defineOperation({ ...terms, execute: async (tests) => JSON.stringify(await tests.test()) }),
      // @ts-expect-error A member may be absent.
      defineOperation({ ...terms, execute: (tests) => tests.forget() }),
      // @ts-expect-error It has a member more.
      defineOperation({ ...terms, execute: async (tests) => ({ ...(await tests.test()), more: 1 }) }),
      // @ts-expect-error It is not its type.
      defineOperation({ ...terms, execute: () => ({ event_id: 1 }) }),
      // @ts-expect-error Nothing is answered.
      defineOperation({ ...terms, execute: () => undefined }),
    ];
    expect(defined).toHaveLength(6);
  });

  it('gives its use case what its access says of the caller', () => {
    const open = { ...terms, access: 'public' } as const;
    const defined = [
      defineOperation({ ...terms, execute: (tests, { projectId }) => projectId && tests.test() }),
      // @ts-expect-error Nobody knows who sends what anybody may.
      defineOperation({ ...open, execute: (tests, { projectId }) => projectId && tests.test() }),
    ];
    expect(defined).toHaveLength(2);
  });
});
