import { describe, expect, it } from '@jest/globals';
import { CredentialEvent, CredentialState, HeldCapability } from '@service/contracts';
import {
  credentialAfter as after,
  factsAt,
  issueOf,
  issued,
  issuedWith,
  issuedAt,
  rotateFor,
  secret,
  given,
  rotatedTo,
} from '../testing/sample-credential.js';
import type { CredentialCommand } from './credential.decider.js';

const now = new Date('2026-11-21T12:00:00.000Z');
const occurred_at = '2026-11-21T12:00:00.000Z';
const facts = factsAt(now);
const expired: CredentialEvent = { type: 'service.credential.expired', occurred_at: issuedAt };
const revoked: CredentialEvent = {
  type: 'service.credential.revoked',
  reason: 'leaked',
  occurred_at: issuedAt,
};

const issue = issueOf(issued);
const update: CredentialCommand = {
  type: 'credential.update',
  payload: { name: 'Checkout', expected_version: null },
};
const rotate = rotateFor(3600);
const expire: CredentialCommand = { type: 'credential.expire' };
const revoke: CredentialCommand = {
  type: 'credential.revoke',
  payload: { reason: 'leaked', expected_version: null },
};

const HISTORIES: Record<CredentialState | 'none', CredentialEvent[]> = {
  none: [],
  active: [issued],
  rotating: [issued, rotatedTo('former', '2026-11-22T03:00:00.000Z')],
  expired: [issued, expired],
  revoked: [issued, revoked],
};

const rotation: CredentialEvent = {
  type: 'service.credential.rotated',
  secret: secret('second'),
  overlap_ends_at: '2026-11-21T13:00:00.000Z',
  occurred_at,
};
const revocation: CredentialEvent = { type: 'service.credential.revoked', reason: 'leaked', occurred_at };

const updated: CredentialEvent = {
  type: 'service.credential.updated',
  name: 'Checkout',
  metadata: {},
  occurred_at,
};

const refused = 'credential.transition_not_allowed';
const missing = 'credential.not_found';

/** The effect of each command on a credential that is not due: the events, or a refusal. */
const OUTCOMES: Record<
  string,
  [CredentialCommand, Record<keyof typeof HISTORIES, CredentialEvent[] | string>]
> = {
  issue: [
    issue,
    {
      none: [{ ...issued, occurred_at }],
      active: refused,
      rotating: refused,
      expired: refused,
      revoked: refused,
    },
  ],
  update: [
    update,
    { none: missing, active: [updated], rotating: [updated], expired: refused, revoked: refused },
  ],
  rotate: [
    rotate,
    {
      none: missing,
      active: [rotation],
      rotating: 'credential.rotating',
      expired: refused,
      revoked: refused,
    },
  ],
  'forced rotate': [
    rotateFor(3600, undefined, true),
    { none: missing, active: [rotation], rotating: [rotation], expired: refused, revoked: refused },
  ],
  expire: [expire, { none: missing, active: [], rotating: [], expired: [], revoked: [] }],
  revoke: [
    revoke,
    { none: missing, active: [revocation], rotating: [revocation], expired: refused, revoked: refused },
  ],
};

const states = Object.keys(HISTORIES) as (keyof typeof HISTORIES)[];
const cases = Object.entries(OUTCOMES).flatMap(([name, [command, outcomes]]) =>
  states.map((state) => ({ name, state, command, outcome: outcomes[state] })),
);

describe('every command on a credential in every state', () => {
  it.each(cases)('$state, $name', ({ state, command, outcome }) => {
    const decided = given(HISTORIES[state]).when(command, facts);
    if (typeof outcome === 'string') decided.fails(outcome);
    else decided.then(outcome);
  });
});

describe('what a credential may hold', () => {
  const operator = 'may hold operator only alone, and only without a project';
  const audit = 'may combine audit with read only';

  it.each<[HeldCapability[], string | null]>([
    [['verify', 'read', 'write', 'subscribe', 'manage'], 'prj_1'],
    [['audit', 'read'], 'prj_1'],
    [['audit'], 'prj_1'],
    [['operator'], null],
  ])('may be %j in the project %s', (capabilities, project_id) => {
    given()
      .when(issueOf({ ...issued, capabilities }), { ...facts, project_id })
      .then(issuedWith({ capabilities, project_id, occurred_at }));
  });

  it('may not be audit and limited to some authorities: the history is of the whole project', () => {
    const issueText = 'cannot limit audit, which reads the history of the whole project';
    const capabilities: HeldCapability[] = ['audit', 'read'];
    given()
      .when(issueOf({ ...issued, capabilities, authorities: ['aut_1'] }), {
        ...facts,
        known_authorities: ['aut_1'],
      })
      .fails('request.invalid', { details: [{ field: 'authorities', issue: issueText }] });
  });

  it.each<[HeldCapability[], string | null, string]>([
    [['operator'], 'prj_1', operator],
    [['operator', 'read'], null, operator],
    [['read'], null, operator],
    [['audit', 'write'], 'prj_1', audit],
    [['audit', 'read', 'verify'], 'prj_1', audit],
  ])('may not be %j in the project %s', (capabilities, project_id, issueText) => {
    const details = [{ field: 'capabilities', issue: issueText }];
    given()
      .when(issueOf({ ...issued, capabilities }), { ...facts, project_id })
      .fails('request.invalid', { details });
  });
});

describe('a rotation', () => {
  it.each([0, 1, 604_800])('lets the old secret work for %d seconds more', (overlap_seconds) => {
    const overlap_ends_at = new Date(now.getTime() + overlap_seconds * 1000).toISOString();
    given(issued)
      .when(rotateFor(overlap_seconds), facts)
      .then({ ...rotation, overlap_ends_at });
  });

  it.each([-1, 604_801, 0.5, Number.NaN])('refuses an overlap of %d seconds', (overlap_seconds) => {
    const details = [{ field: 'overlap_seconds', issue: 'must be a whole number from 0 to 604800' }];
    given(issued).when(rotateFor(overlap_seconds), facts).fails('request.invalid', { details });
  });

  const overlap_ends_at = '2026-11-21T12:00:00.001Z';

  it.each([0, 60])(
    'is refused while an overlap runs, and says until when (%d seconds)',
    (overlap_seconds) => {
      given(issued, rotatedTo('former', overlap_ends_at))
        .when(rotateFor(overlap_seconds), facts)
        .fails('credential.rotating', {
          message: `The credential is rotating: its old token works until ${overlap_ends_at}.`,
          overlap_ends_at,
        });
    },
  );

  it('is allowed from the very end of the overlap', () => {
    given(issued, rotatedTo('former', occurred_at)).when(rotate, facts).then(rotation);
  });

  it('leaves the new secret and, until the overlap ends, the old one', () => {
    const until = '2026-11-22T03:00:00.000Z';
    expect(after(issued, rotatedTo('second', until)).secrets).toEqual([
      { ...secret('second'), works_until: null },
      { ...secret('first'), works_until: until },
    ]);
  });

  it('without an overlap leaves nothing of the old secret', () => {
    expect(after(issued, rotatedTo('second', issuedAt))).toMatchObject({
      state: 'active',
      secrets: [{ ...secret('second'), works_until: null }],
    });
  });

  it('after another rotation ends the oldest secret', () => {
    const until = '2026-11-22T03:00:00.000Z';
    expect(
      after(issued, rotatedTo('second', '2026-11-28T03:00:00.000Z'), rotatedTo('third', until)),
    ).toMatchObject({
      state: 'rotating',
      version: 3,
      secrets: [
        { ...secret('third'), works_until: null },
        { ...secret('second'), works_until: until },
      ],
    });
  });
});
