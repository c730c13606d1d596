import { describe, expect, it } from '@jest/globals';
import type { OperatorEvent } from '../events/operator-events.js';
import { foldOperator, type OperatorSnapshot } from './operator-snapshot.js';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 24, 12, minute)).toISOString();
const digest = (letter: string) => `sha256:${letter.repeat(64)}` as const;
const grants = [{ project_id: 'prj_1', role: 'admin' as const }];
const invitation = { digest: digest('a'), expires_at: at(30) };
const key = (letter: string) => ({ kind: 'passkey' as const, thumbprint: digest(letter) });

const invited: OperatorEvent = {
  type: 'service.operator.invited',
  operator_id: 'opr_1',
  grants,
  invitation,
  invited_by: 'service:host',
  occurred_at: at(0),
};
const added = (letter: string, minute: number): OperatorEvent => ({
  type: 'service.operator.key_added',
  key: key(letter),
  occurred_at: at(minute),
});

const after = (...events: OperatorEvent[]) =>
  events.reduce<OperatorSnapshot | undefined>(
    (operator, event, index) => foldOperator(operator, event, index + 1),
    undefined,
  );

describe('an operator', () => {
  it('has the same text whatever the order of members in which an event was stored', () => {
    const stored = { ...invited, grants: grants.map(({ project_id, role }) => ({ role, project_id })) };
    expect(JSON.stringify(after(stored))).toBe(JSON.stringify(after(invited)));
  });

  it('begins invited, with roles and no key', () => {
    expect(after(invited)).toEqual({
      id: 'opr_1',
      state: 'invited',
      version: 1,
      grants,
      keys: [],
      invitation,
      invited_by: 'service:host',
      created_at: at(0),
      invited_at: at(0),
      reason: null,
      updated_at: at(0),
    });
  });

  it('has the newest invitation alone', () => {
    const newer = { digest: digest('b'), expires_at: at(40) };
    const renewed: OperatorEvent = {
      type: 'service.operator.invitation_renewed',
      invitation: newer,
      invited_by: 'opr_2',
      occurred_at: at(5),
    };
    expect(after(invited, renewed)).toMatchObject({
      state: 'invited',
      version: 2,
      invitation: newer,
      invited_by: 'opr_2',
      created_at: at(0),
      invited_at: at(5),
    });
  });

  it('is active with its first key, which ends the invitation', () => {
    expect(after(invited, added('c', 1), added('d', 2))).toMatchObject({
      state: 'active',
      invitation: null,
      keys: [
        { ...key('c'), added_at: at(1) },
        { ...key('d'), added_at: at(2) },
      ],
    });
  });

  it('has a key no more that was removed', () => {
    const removed: OperatorEvent = {
      type: 'service.operator.key_removed',
      thumbprint: digest('c'),
      occurred_at: at(3),
    };
    const { keys, state } = after(invited, added('c', 1), added('d', 2), removed) as OperatorSnapshot;
    expect(keys.map(({ thumbprint }) => thumbprint)).toEqual([digest('d')]);
    expect(state).toBe('active');
  });

  it('holds nothing once it is removed', () => {
    const removed: OperatorEvent = {
      type: 'service.operator.removed',
      reason: 'left',
      removed_by: 'opr_2',
      occurred_at: at(4),
    };
    expect(after(invited, added('c', 1), removed)).toMatchObject({
      state: 'removed',
      grants: [],
      keys: [],
      invitation: null,
      reason: 'left',
      version: 3,
    });
  });

  it('is active at once where the OIDC provider vouches for it, with the roles that it gives', () => {
    const provisioned: OperatorEvent = {
      type: 'service.operator.provisioned',
      operator_id: 'opr_3',
      grants,
      key: { kind: 'oidc', thumbprint: digest('e') },
      occurred_at: at(0),
    };
    const aligned: OperatorEvent = {
      type: 'service.operator.roles_changed',
      grants: [],
      reason: null,
      changed_by: 'service:verify-api',
      occurred_at: at(9),
    };
    expect(after(provisioned)).toMatchObject({ state: 'active', grants, invited_by: null, invitation: null });
    expect(after(provisioned, aligned)).toMatchObject({ state: 'active', grants: [], version: 2 });
  });

  it('does not begin otherwise', () => {
    expect(() => after(added('c', 1))).toThrow(TypeError);
  });
});
