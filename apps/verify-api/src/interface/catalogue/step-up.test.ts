import { describe, expect, it } from '@jest/globals';
import { catalogue } from './catalogue.js';

const NEEDS_PROOF = catalogue.filter(({ stepUp }) => stepUp === true).map(({ name }) => name);

describe('a fresh proof', () => {
  it.each(['authority.grant', 'authority.renew', 'authority.rescope', 'authority.reinstate'])(
    'is needed to trust somebody, or again: %s',
    (name) => expect(NEEDS_PROOF).toContain(name),
  );

  it.each([
    'subscription.create',
    'subscription.update',
    'subscription.disable',
    'subscription.rotate_secret',
    'subscription.replay',
  ])('is needed to say who learns what happens: %s', (name) => expect(NEEDS_PROOF).toContain(name));

  it.each([
    'authority.revoke',
    'credential.revoke',
    'record.revoke',
    'subscription.revoke',
    'operator.remove',
  ])('is needed for what is final: %s', (name) => expect(NEEDS_PROOF).toContain(name));

  it.each([
    'project.resume',
    'project.unblock_subject',
    'subscription.enable',
    'record.reinstate',
    'record.reinstate_batch',
  ])('is needed to undo what protects: %s', (name) => expect(NEEDS_PROOF).toContain(name));

  it.each(['record.amend', 'record.amend_batch', 'record.supersede', 'record.supersede_batch'])(
    'is needed to change what a record says: %s',
    (name) => expect(NEEDS_PROOF).toContain(name),
  );

  it('is needed to raise what a project may do: project.update', () =>
    expect(NEEDS_PROOF).toContain('project.update'));

  it.each(['project.block_subject', 'delivery.retry'])(
    'is not needed for what only takes access away, or sends the same again: %s',
    (name) => expect(NEEDS_PROOF).not.toContain(name),
  );

  it('is not asked of who only reads or verifies', () => {
    for (const { name, kind } of catalogue) if (kind !== 'write') expect(NEEDS_PROOF).not.toContain(name);
  });
});
