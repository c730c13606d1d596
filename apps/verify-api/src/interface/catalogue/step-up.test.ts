import { describe, expect, it } from '@jest/globals';
import { catalogue } from './catalogue.js';

/** What each write does to a `passed`; a new one is added here. */
const WRITES = {
  'adds or takes away a `passed`': [
    ...['register', 'amend', 'suspend', 'reinstate', 'supersede', 'revoke'].flatMap((verb) => [
      `records.${verb}`,
      `records.${verb}_batch`,
    ]),
    ...['grant', 'renew', 'rescope', 'suspend', 'reinstate', 'revoke'].map((verb) => `authorities.${verb}`),
  ],
  'changes who can do so, and how much': [
    ...['issue', 'rotate', 'revoke'].map((verb) => `credentials.${verb}`),
    ...['create', 'update', 'suspend', 'resume', 'unblock_subject'].map((verb) => `projects.${verb}`),
    ...['invite', 'change_roles', 'remove', 'renew_invitation'].map((verb) => `operators.${verb}`),
  ],
  'changes who learns of it': [
    'subscriptions.create',
    'subscriptions.update',
    'subscriptions.revoke',
    'subscriptions.rotate',
    'subscriptions.disable',
    'subscriptions.enable',
    'subscriptions.replay',
    'links.create',
  ],
  // Metadata and names decide nothing. To block a subject takes access to one project from one token's holder, at once.
  'changes nothing of that': [
    'records.update',
    'credentials.update',
    // Fewer people learn of it.
    'links.revoke',
    'projects.block_subject',
    'subscriptions.test',
    'deliveries.retry',
    'deliveries.retry_batch',
  ],
};
const EFFECTS = Object.entries(WRITES).flatMap(([effect, names]) => names.map((name) => ({ name, effect })));

describe('a fresh proof', () => {
  it.each(EFFECTS)('is decided for $name, which $effect', ({ name, effect }) => {
    const operation = catalogue.find((each) => each.name === name);
    expect(operation?.stepUp).toBe(effect !== 'changes nothing of that');
  });

  it('is decided for every write', () => {
    const writes = catalogue.filter(({ kind }) => kind === 'write').map(({ name }) => name);
    expect(writes.toSorted()).toEqual(EFFECTS.map(({ name }) => name).toSorted());
  });

  it('is not asked of who only reads or verifies', () => {
    for (const { kind, stepUp } of catalogue) if (kind !== 'write') expect(stepUp).toBeUndefined();
  });
});
