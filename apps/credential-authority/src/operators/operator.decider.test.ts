import { describe, expect, it } from '@jest/globals';
import type { Command, OperatorEvent, RoleGrant } from '@service/contracts';
import { givenFor } from '@service/testing';
import {
  activeWith,
  at,
  credentialWith,
  digestOf,
  invitation,
  invitedWith,
  keyAdded,
  operatorAfter,
  operatorFacts,
  operatorWith,
  passkey,
  role,
} from '../testing/sample-operator.js';
import type { Manager } from './manager.decider.js';
import { decide, evolve } from './operator.decider.js';

const given = givenFor({ decide, evolve });

const ownerOfAll = role('owner', null);
const auditor = role('auditor', 'prj_1');
const owner = operatorWith(ownerOfAll);
const ownerOf = (project: string) => operatorWith(role('owner', project));
const ownerOfOne = ownerOf('prj_1');
const gateway: Manager = { kind: 'gateway' };
const host: Manager = { kind: 'host' };

const reason = 'because';
const change = { reason, expected_version: null };
const invite = (...grants: RoleGrant[]): Command<'operator.invite'> => ({
  type: 'operator.invite',
  payload: { grants, invitation: invitation('link') },
});
const renew = (minute: number): Command<'operator.renew_invitation'> => ({
  type: 'operator.renew_invitation',
  payload: { invitation: invitation('newer', minute), expected_version: null },
});
const redeem = (name = 'key', link = 'link'): Command<'operator.add_key'> => ({
  type: 'operator.add_key',
  payload: { key: passkey(name), invitation_digest: digestOf(link) },
});
const addKey = (name: string): Command<'operator.add_key'> => ({
  type: 'operator.add_key',
  payload: { key: passkey(name), invitation_digest: null },
});
const removeKey = (name: string): Command<'operator.remove_key'> => ({
  type: 'operator.remove_key',
  payload: { thumbprint: digestOf(name) },
});
const changeRoles = (...grants: RoleGrant[]): Command<'operator.change_roles'> => ({
  type: 'operator.change_roles',
  payload: { ...change, grants },
});
const remove: Command<'operator.remove'> = { type: 'operator.remove', payload: change };
const provision = (...grants: RoleGrant[]): Command<'operator.provision'> => ({
  type: 'operator.provision',
  payload: { grants, key: { kind: 'oidc', thumbprint: digestOf('subject') } },
});

const rolesChanged = (minute: number, ...grants: RoleGrant[]): OperatorEvent => ({
  type: 'service.operator.roles_changed',
  grants,
  reason,
  changed_by: 'opr_0',
  occurred_at: at(minute),
});
const removed = (minute: number): OperatorEvent => ({
  type: 'service.operator.removed',
  reason,
  removed_by: 'opr_0',
  occurred_at: at(minute),
});
const renewedAt = (minute: number): OperatorEvent => ({
  type: 'service.operator.invitation_renewed',
  invitation: invitation('newer', minute),
  invited_by: 'opr_0',
  occurred_at: at(minute),
});
const gone: Manager = {
  kind: 'operator',
  operator: operatorAfter(invitedWith([ownerOfAll]), keyAdded('key', 1), removed(2)),
};
const of = (minute: number, manager: Manager, changes = {}) => operatorFacts(minute, { manager, ...changes });
const bySelf = (minute: number, ...grants: RoleGrant[]) =>
  operatorFacts(minute, {
    issued_by: 'opr_1',
    manager: { kind: 'operator', operator: activeWith('opr_1', ...grants) },
  });

describe('an invitation', () => {
  it.each<[string, Manager, RoleGrant[]]>([
    ['the host', host, [ownerOfAll]],
    ['an owner of all projects', owner, [ownerOfAll, auditor]],
    ['a credential with operator', credentialWith({}), [ownerOfAll]],
    ['an owner of the project', ownerOfOne, [role('owner', 'prj_1')]],
  ])('is made by %s', (_, manager, grants) => {
    given()
      .when(invite(...grants), of(0, manager))
      .then(invitedWith(grants, 'opr_0'));
  });

  it.each<[string, Manager, RoleGrant]>([
    ['an owner of one project, for another', ownerOfOne, role('auditor', 'prj_2')],
    ['an owner of one project, for all', ownerOfOne, role('auditor', null)],
    ['an admin of all projects', operatorWith(role('admin', null)), auditor],
    ['an operator without a role', operatorWith(), auditor],
    ['an admin credential', credentialWith({ project_id: 'prj_1', capabilities: ['manage'] }), auditor],
    ['the gateway', gateway, auditor],
  ])('is not made by %s', (_, manager, grant) => {
    given().when(invite(grant), of(0, manager)).fails('authority.insufficient_scope');
  });

  it('names what is missing', () => {
    given()
      .when(invite(role('admin', null)), of(0, ownerOfOne))
      .fails('authority.insufficient_scope', {
        message:
          'Only owners of all projects and credentials with operator may do this, and where the request names no project.',
        scope_required: 'team',
        scope_held: [],
      });
  });

  it('is made by nobody who was removed, is only invited, or whose credential has ended', () => {
    const onlyInvited: Manager = { kind: 'operator', operator: operatorAfter(invitedWith([ownerOfAll])) };
    for (const manager of [onlyInvited, gone]) {
      given().when(invite(auditor), of(3, manager)).fails('authentication.invalid');
    }
    const expired = credentialWith({ expires_at: at(1) });
    given().when(invite(auditor), of(3, expired)).fails('credential.expired');
  });

  it.each<[string, RoleGrant[]]>([
    ['no role', []],
    ['a role twice', [auditor, auditor]],
    ['an unknown role', [role('god' as 'owner', 'prj_1')]],
    ['a project that does not exist', [role('auditor', 'prj_9')]],
    [
      'more roles than somebody may have',
      Array.from({ length: 101 }, (_, at) => role('auditor', `prj_${at}`)),
    ],
  ])('is refused with %s', (_, grants) => {
    given()
      .when(invite(...grants), operatorFacts(0))
      .fails('request.invalid');
  });

  it.each([
    ['has passed', at(0)],
    ['lies after more than a day', new Date(Date.parse(at(0)) + 86_400_001).toISOString()],
  ])('is refused with an end that %s', (_, expires_at) => {
    const command = invite(auditor);
    command.payload.invitation.expires_at = expires_at;
    given().when(command, operatorFacts(0)).fails('request.invalid');
  });

  it('is for somebody new', () => {
    given(invitedWith([auditor]))
      .when(invite(auditor), operatorFacts(1))
      .fails('operator.transition_not_allowed');
  });

  it('can be renewed, by whoever may give all of the roles, until it is redeemed', () => {
    const first = invitedWith([auditor], 'opr_7');
    given(first).when(renew(40), of(40, ownerOfOne)).then(renewedAt(40));
    given(first, keyAdded('key', 1))
      .when(renew(40), operatorFacts(40))
      .fails('operator.transition_not_allowed');
    given(invitedWith([auditor, role('auditor', 'prj_2')]))
      .when(renew(40), of(40, ownerOfOne))
      .fails('authority.insufficient_scope');
  });
});

describe('an invitation is redeemed', () => {
  const invited = invitedWith([role('admin', 'prj_1')], 'opr_7');
  const by = (inviter: Manager | null, minute = 1) => of(minute, gateway, { inviter });

  it.each<[string, Manager]>([
    ['the host', host],
    ['an owner of the project', ownerOfOne],
    ['an owner of all projects', owner],
    ['a credential with operator', credentialWith({})],
  ])('while it is valid, where it is by %s', (_, inviter) => {
    given(invited).when(redeem(), by(inviter)).then(keyAdded('key', 1));
  });

  it.each<[string, Manager | null]>([
    ['was removed', gone],
    ['owns another project now', ownerOf('prj_2')],
    ['is an admin now', operatorWith(role('admin', null))],
    ['has no role any more', operatorWith()],
    ['is a credential that has expired', credentialWith({ expires_at: at(0) })],
    ['is a credential without operator', credentialWith({ project_id: 'prj_1', capabilities: ['manage'] })],
    ['does not exist', null],
    ['is the gateway', gateway],
  ])('by nobody, once its issuer %s', (_, inviter) => {
    given(invited).when(redeem(), by(inviter)).fails('operator.invitation_invalid');
  });

  it('once', () => {
    given(invited, keyAdded('key', 1)).when(redeem('other'), by(host)).fails('operator.invitation_invalid');
  });

  it('not after its end, with another token, or after a newer one', () => {
    given(invited).when(redeem(), by(host, 30)).fails('operator.invitation_invalid');
    given(invited).when(redeem('key', 'other'), by(host)).fails('operator.invitation_invalid');
    given(invited, renewedAt(1)).when(redeem(), by(host, 2)).fails('operator.invitation_invalid');
    given(invited, renewedAt(1)).when(redeem('key', 'newer'), by(host, 2)).then(keyAdded('key', 2));
  });

  it('not by somebody who was removed, or never invited', () => {
    given(invited, removed(1)).when(redeem(), by(host, 2)).fails('operator.invitation_invalid');
    given().when(redeem(), by(host)).fails('operator.invitation_invalid');
  });

  it('not with roles that were added by somebody else, until that one renews it', () => {
    const both = [role('admin', 'prj_1'), role('admin', 'prj_2')];
    given(invited, rolesChanged(1, ...both))
      .when(redeem(), by(ownerOfOne, 2))
      .fails('operator.invitation_invalid');
    given(invited, rolesChanged(1, ...both))
      .when(redeem(), by(owner, 2))
      .then(keyAdded('key', 2));
  });

  it.each<[string, Manager]>([
    ['an owner', owner],
    ['a credential', credentialWith({})],
    ['the host', host],
  ])('by the gateway alone, which knows who has the link: not by %s', (_, manager) => {
    given(invited).when(redeem(), of(1, manager)).fails('authentication.invalid');
  });
});

describe('a key', () => {
  const mine = [invitedWith([auditor]), keyAdded('key', 1)];

  it('is added and removed by the operator itself', () => {
    given(mine).when(addKey('other'), bySelf(2)).then(keyAdded('other', 2));
    given(mine, keyAdded('other', 2))
      .when(removeKey('key'), bySelf(3))
      .then({ type: 'service.operator.key_removed', thumbprint: digestOf('key'), occurred_at: at(3) });
  });

  it('is added and removed by nobody else', () => {
    for (const manager of [owner, credentialWith({}), gateway, host]) {
      given(mine).when(addKey('other'), of(2, manager)).fails('authentication.invalid');
      given(mine, keyAdded('other', 2))
        .when(removeKey('key'), of(3, manager))
        .fails('authentication.invalid');
    }
  });

  it('is not added by somebody who is only invited', () => {
    const onlyInvited = operatorAfter(mine[0] as OperatorEvent);
    const facts = operatorFacts(2, {
      issued_by: 'opr_1',
      manager: { kind: 'operator', operator: onlyInvited },
    });
    given(mine[0] as OperatorEvent)
      .when(addKey('other'), facts)
      .fails('authentication.invalid');
  });

  it('stays where it is the last one', () => {
    given(mine).when(removeKey('key'), bySelf(2)).fails('operator.key_refused');
  });

  it('must be there to be removed, and not there to be added', () => {
    given(mine, keyAdded('other', 2)).when(removeKey('third'), bySelf(3)).fails('operator.key_refused');
    given(mine).when(addKey('key'), bySelf(2)).fails('operator.key_refused');
  });

  it('is one of twenty at most', () => {
    const many = Array.from({ length: 19 }, (_, index) => keyAdded(`key ${index}`, 2));
    given(mine, many).when(addKey('other'), bySelf(3)).fails('operator.limit_reached');
  });

  it.each([
    { kind: 'passkey' as const, thumbprint: 'short' as 'sha256:' },
    { kind: 'smile' as 'passkey', thumbprint: digestOf('x') },
  ])('has a form: %j', (key) => {
    const command = addKey('x');
    command.payload.key = key;
    given(mine).when(command, bySelf(2)).fails('request.invalid');
  });
});

describe('roles', () => {
  const mine = [invitedWith([auditor, role('admin', 'prj_2')]), keyAdded('key', 1)];

  it('are replaced by an owner of all projects', () => {
    given(mine).when(changeRoles(ownerOfAll), operatorFacts(2)).then(rolesChanged(2, ownerOfAll));
    given(mine).when(changeRoles(), operatorFacts(2)).then(rolesChanged(2));
  });

  it('of other projects stay as they are', () => {
    given(mine)
      .when(changeRoles(role('owner', 'prj_1')), of(2, ownerOfOne))
      .then(rolesChanged(2, role('owner', 'prj_1'), role('admin', 'prj_2')));
    given(mine)
      .when(changeRoles(), of(2, ownerOfOne))
      .then(rolesChanged(2, role('admin', 'prj_2')));
  });

  it.each([role('auditor', 'prj_2'), role('auditor', null)])(
    'are given by nobody beyond their own: %j',
    (grant) => {
      given(mine).when(changeRoles(grant), of(2, ownerOfOne)).fails('authority.insufficient_scope');
    },
  );

  it('of somebody whom an owner cannot see are not there', () => {
    for (const manager of [ownerOf('prj_3'), operatorWith(role('admin', null)), operatorWith(), gateway]) {
      for (const command of [changeRoles(), remove, renew(2)]) {
        given(mine).when(command, of(2, manager)).fails('operator.not_found');
        given().when(command, of(2, manager)).fails('operator.not_found');
      }
    }
  });

  it('of other projects are out of reach for a request that names one, also an owner’s of all', () => {
    const within: Manager = { ...owner, within: 'prj_1' };
    given(mine)
      .when(changeRoles(role('owner', 'prj_1')), of(2, within))
      .then(rolesChanged(2, role('owner', 'prj_1'), role('admin', 'prj_2')));
    for (const grant of [role('auditor', null), role('auditor', 'prj_2')]) {
      given(mine).when(changeRoles(grant), of(2, within)).fails('authority.insufficient_scope');
      given().when(invite(grant), of(2, within)).fails('authority.insufficient_scope');
    }
    given(mine).when(remove, of(2, within)).fails('authority.insufficient_scope');
    given(mine)
      .when(remove, of(2, { ...owner, within: 'prj_3' }))
      .fails('operator.not_found');
  });

  it('of nobody are managed by owners of all projects alone', () => {
    const bare = [...mine, rolesChanged(2)];
    given(bare).when(remove, of(3, ownerOfOne)).fails('operator.not_found');
    given(bare)
      .when(remove, of(3, credentialWith({ project_id: 'prj_1', capabilities: ['manage'] })))
      .fails('operator.not_found');
    given(bare).when(remove, operatorFacts(3)).then(removed(3));
  });

  it('that are the same make no new version', () => {
    given(mine)
      .when(changeRoles(role('admin', 'prj_2'), auditor), operatorFacts(2))
      .then([]);
  });

  it('change only in the version that the caller has seen', () => {
    const command = changeRoles(role('owner', 'prj_1'));
    command.payload.expected_version = 1;
    given(mine).when(command, operatorFacts(2)).fails('operator.version_conflict');
    given(mine)
      .when(command, of(2, ownerOf('prj_3')))
      .fails('operator.not_found');
  });

  it('never change after a removal', () => {
    given(mine, removed(2))
      .when(changeRoles(auditor), operatorFacts(3))
      .fails('operator.transition_not_allowed');
  });
});

describe('a removal', () => {
  const mine = [invitedWith([auditor, role('admin', 'prj_2')]), keyAdded('key', 1)];

  it('needs all of the projects', () => {
    given(mine).when(remove, of(2, ownerOfOne)).fails('authority.insufficient_scope');
    given(mine)
      .when(remove, of(2, operatorWith(role('owner', 'prj_1'), role('owner', 'prj_2'))))
      .then(removed(2));
    given(mine)
      .when(remove, of(2, credentialWith({})))
      .then(removed(2));
  });

  it('is final', () => {
    given(mine, removed(2)).when(remove, operatorFacts(3)).fails('operator.transition_not_allowed');
  });

  it('ends an invitation', () => {
    given(mine[0] as OperatorEvent)
      .when(remove, operatorFacts(1))
      .then(removed(1));
  });
});

describe('the last owner of all projects', () => {
  const mine = [invitedWith([ownerOfAll]), keyAdded('key', 1)];
  const alone = operatorFacts(2, { has_other_owner: false });

  it.each([remove, changeRoles(), changeRoles(role('admin', null)), changeRoles(role('owner', 'prj_1'))])(
    'stays one: %j',
    (command) => {
      given(mine).when(command, alone).fails('operator.last_owner');
      given(mine)
        .when(command, { ...bySelf(2, ownerOfAll), has_other_owner: false })
        .fails('operator.last_owner');
    },
  );

  it('may be given other roles too, and go where there is another', () => {
    given(mine)
      .when(changeRoles(ownerOfAll, auditor), alone)
      .then(rolesChanged(2, ownerOfAll, auditor));
    given(mine).when(remove, operatorFacts(2)).then(removed(2));
  });

  it('is nobody who is only invited', () => {
    given(mine[0] as OperatorEvent)
      .when(remove, alone)
      .then(removed(2));
  });
});

describe('somebody for whom the OIDC provider vouches', () => {
  const begun: OperatorEvent = {
    type: 'service.operator.provisioned',
    operator_id: 'opr_1',
    grants: [ownerOfAll],
    key: { kind: 'oidc', thumbprint: digestOf('subject') },
    occurred_at: at(0),
  };
  const byGateway = (minute: number) =>
    operatorFacts(minute, { manager: gateway, issued_by: 'service:verify-api' });
  const aligned = (...grants: RoleGrant[]): OperatorEvent => ({
    type: 'service.operator.roles_changed',
    grants,
    reason: null,
    changed_by: 'service:verify-api',
    occurred_at: at(1),
  });

  it('is an operator at once, with the roles that it gives', () => {
    given().when(provision(ownerOfAll), byGateway(0)).then(begun);
  });

  it('has exactly the roles that it gives at each sign-in, also no last owner', () => {
    given(begun)
      .when(provision(auditor), { ...byGateway(1), has_other_owner: false })
      .then(aligned(auditor));
    given(begun).when(provision(), byGateway(1)).then(aligned());
    given(begun).when(provision(ownerOfAll), byGateway(1)).then([]);
  });

  it('adds no key of its own, which would outlive the provider’s word', () => {
    given(begun).when(addKey('own'), bySelf(1)).fails('operator.key_refused');
  });

  it('does not come back after a removal', () => {
    given(begun, removed(1))
      .when(provision(ownerOfAll), byGateway(2))
      .fails('operator.transition_not_allowed');
  });

  it('is nobody who signs in by other keys', () => {
    given(invitedWith([auditor]), keyAdded('key', 1))
      .when(provision(ownerOfAll), byGateway(2))
      .fails('operator.key_refused');
  });

  it('is there for the gateway alone', () => {
    for (const manager of [owner, credentialWith({}), host]) {
      given().when(provision(auditor), of(0, manager)).fails('authentication.invalid');
    }
  });

  it('has a role, an existing project and a subject', () => {
    given().when(provision(), byGateway(0)).fails('request.invalid');
    given()
      .when(provision(role('auditor', 'prj_9')), byGateway(0))
      .fails('request.invalid');
    const command = provision(auditor);
    command.payload.key = passkey('key');
    given().when(command, byGateway(0)).fails('request.invalid');
  });
});

describe('a clock that was set back', () => {
  it('does not make a history run backwards', () => {
    const events = decide(activeWith('opr_1', auditor), remove, operatorFacts(0));
    expect(events).toMatchObject([{ occurred_at: at(1) }]);
  });
});
