import { describe, expect, it } from '@jest/globals';
import { readDeclaration } from './declaration.js';
import { KINDS, type Item } from './kinds.js';
import { metadataPatch, planOf } from './plan.js';
import { secretFileOf } from './secret-files.js';

const FILE = `
authorities:
  - { issuer: registry, scope: [records], valid_until: 2030-01-01T00:00:00Z }
credentials:
  - name: shop
    capabilities: [verify, read]
    authorities: [registry]
    metadata: { team: checkout }
subscriptions:
  - { description: orders, endpoint: https://a.example/, categories: [record] }
operators:
  - { id: opr_1, grants: [{ project_id: prj_b, role: auditor }, { project_id: null, role: operator }] }
`;

const AUTHORITY = {
  id: 'aut_1',
  issuer: 'registry',
  scope: ['records'],
  valid_until: '2030-01-01T00:00:00.000Z',
};
const CREDENTIAL = {
  id: 'crd_1',
  name: 'shop',
  capabilities: ['read', 'verify'],
  authorities: ['registry'],
  metadata: { team: 'checkout' },
  expires_at: null,
};
const SUBSCRIPTION = {
  id: 'sub_1',
  description: 'orders',
  endpoint: 'https://a.example/',
  categories: ['record'],
};

const OPERATOR = {
  id: 'opr_1',
  name: 'Ada',
  grants: [
    { project_id: null, role: 'operator' },
    { project_id: 'prj_b', role: 'auditor' },
  ],
};

interface There {
  authorities?: Item[];
  credentials?: Item[];
  subscriptions?: Item[];
  operators?: Item[];
}

function plan(there: There, { pending = [] as string[], file = FILE } = {}) {
  const all: There = {
    authorities: [AUTHORITY],
    credentials: [CREDENTIAL],
    subscriptions: [SUBSCRIPTION],
    operators: [OPERATOR],
    ...there,
  };
  const live = new Map(KINDS.map((kind) => [kind, all[kind.section as keyof There] ?? []]));
  const known = { live, pending: new Set(pending), kept: new Set(['crd_own']) };
  return planOf(readDeclaration(file, 'file'), known).map(({ act, kind, name, differs, found, needs }) =>
    [act, kind.noun, name, ...differs, found?.['id'], needs]
      .flatMap((each) => (typeof each === 'string' ? [each] : []))
      .join(' '),
  );
}

describe('a plan', () => {
  it('is empty where all is as declared, in another order and another form', () => {
    expect(plan({})).toEqual([]);
  });

  it('creates what is missing, authorities before the credentials that name them', () => {
    expect(plan({ authorities: [], credentials: [], subscriptions: [] })).toEqual([
      'create authority registry',
      'create credential shop',
      'create subscription orders',
    ]);
  });

  it('changes what can be changed, and replaces only where that is asked for', () => {
    const changed = {
      authorities: [{ ...AUTHORITY, scope: ['other'] }],
      credentials: [{ ...CREDENTIAL, capabilities: ['read'] }],
      subscriptions: [{ ...SUBSCRIPTION, endpoint: 'https://b.example/' }],
    };
    expect(plan(changed)).toEqual([
      'change authority registry scope aut_1',
      'replace credential shop capabilities crd_1 --replace',
      'change subscription orders endpoint sub_1',
    ]);
  });

  it('ends what is not declared only where that is asked for, never the caller’s credential or an authority', () => {
    const more = {
      authorities: [AUTHORITY, { id: 'aut_2', issuer: 'other' }],
      credentials: [CREDENTIAL, { id: 'crd_2', name: 'old' }, { id: 'crd_own', name: 'apply' }],
    };
    expect(plan(more)).toEqual(['revoke credential old crd_2 --prune']);
  });

  it('gives an operator the declared roles, and removes one that is not declared where that is asked for', () => {
    const grants = [{ project_id: null, role: 'owner' }];
    const operators = [
      { ...OPERATOR, grants },
      { ...OPERATOR, id: 'opr_2' },
    ];
    expect(plan({ operators })).toEqual([
      'change operator opr_1 grants opr_1',
      'revoke operator opr_2 opr_2 --prune',
    ]);
  });

  it('never makes an operator, and finds nobody by a name that people give themselves', () => {
    expect(() => plan({ operators: [] })).toThrow(
      'There is no operator opr_1: it is made by rvs operators invite',
    );
    expect(() => plan({}, { file: 'operators: [{ id: opr_1, name: Eve }]' })).toThrow(
      'The operator opr_1 differs in name, which cannot be changed.',
    );
    expect(() => plan({}, { file: 'operators: [{ name: Ada }]' })).toThrow('operators[0] has no id.');
  });

  it('looks at no kind without a section', () => {
    expect(plan({ credentials: [{ id: 'crd_2', name: 'old' }] }, { file: 'authorities: []' })).toEqual([]);
  });

  it('finishes a call that was killed: before a secret was stored, and between the two steps of a replacement', () => {
    expect(plan({}, { pending: ['credential.shop', 'subscription.gone'] })).toEqual([
      'rotate credential shop crd_1',
    ]);
    const twice = [{ ...CREDENTIAL, id: 'crd_0', capabilities: ['read'] }, CREDENTIAL];
    expect(plan({ credentials: twice })).toEqual(['revoke credential shop crd_0 --replace']);
  });

  it('takes the credential that holds among several, and renews an authority that has expired', () => {
    const rotating = { credentials: [{ ...CREDENTIAL, state: 'rotating' }] };
    expect(plan(rotating)).toEqual([]);
    const expired = { ...AUTHORITY, state: 'expired', valid_until: '2025-01-01T00:00:00.000Z' };
    expect(plan({ authorities: [expired] })).toEqual(['change authority registry valid_until aut_1']);
    expect(plan({ authorities: [expired, { ...AUTHORITY, state: 'active' }] })).toEqual([]);
    expect(() => plan({ credentials: [CREDENTIAL, { ...CREDENTIAL, id: 'crd_2' }] })).toThrow(
      'Two are credential shop: revoke one.',
    );
  });

  it('does not touch the credential of the call', () => {
    const own = { ...CREDENTIAL, id: 'crd_own', capabilities: ['read'] };
    expect(() => plan({ credentials: [own] })).toThrow('is that of this call');
  });

  it('refuses what cannot be changed', () => {
    const file = 'authorities: [{ issuer: registry, public_key: a }]';
    expect(() => plan({}, { file })).toThrow(
      'The authority registry differs in public_key, which cannot be changed.',
    );
  });
});

describe('a declaration', () => {
  it.each([
    ['a: [', 'file: '],
    ['- a', 'file: a file has the sections projects, authorities, credentials, subscriptions, operators.'],
    ['records: []', 'file: there is no section records.'],
    ['credentials: {}', 'file: credentials is no list.'],
    ['credentials: [{ capabilities: [] }]', 'file: credentials[0] has no name.'],
    ['credentials: [{ name: a }, { name: a }]', 'file: credentials has a twice.'],
    ['credentials: []\ncredentials: []', 'file: Map keys must be unique'],
  ])('is refused with its fault: %s', (text, message) => {
    expect(() => readDeclaration(text, 'file')).toThrow(message);
  });
});

it('metadata loses the pairs that are not declared', () => {
  expect(metadataPatch({ a: '1' }, { a: '0', b: '2' })).toEqual({ a: '1', b: null });
});

it('secrets have names that fit in a folder, none of which is the mark of another', () => {
  expect(secretFileOf('credential', 'shop')).toBe('credential.shop');
  expect(secretFileOf('credential', '../a@pending')).toBe('credential...%2Fa%40pending');
  const long = ['長'.repeat(400), `${'長'.repeat(400)}2`].map((name) => secretFileOf('subscription', name));
  expect(new Set(long).size).toBe(2);
  expect(long.every(({ length }) => length < 130)).toBe(true);
});
