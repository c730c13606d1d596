/** A resource, as a file declares it or as the service answers it. */
export type Item = Readonly<Record<string, unknown>>;

/** A kind of resource that a file declares. */
export interface Kind {
  /** Section of the file, and path under `/v1`. */
  section: string;
  noun: string;
  /** The member by which a resource is found again. */
  key: string;
  /** States of a resource that is there. */
  live: readonly string[];
  /** Members that a PATCH changes. */
  patched: readonly string[];
  /** Members that a command of their own changes; a resource with other differences must be replaced. */
  commands: Readonly<Record<string, string>>;
  /** The secret that only the answer to the creation contains. */
  secretOf?: (answer: Item) => unknown;
  /** Whether what is not declared can be revoked. Revoking an authority would end the verdicts of its records. */
  isPruned: boolean;
  /** The command that revokes one; by default `revoke`. */
  revokedBy?: string;
  /** How one is made that a file cannot make; absent where it can. */
  madeBy?: string;
}

/** In the order in which they are created. */
export const KINDS: readonly Kind[] = [
  {
    section: 'projects',
    noun: 'project',
    key: 'name',
    live: ['active', 'suspended'],
    patched: ['quota', 'max_credential_days'],
    commands: {},
    secretOf: ({ admin_credential }) => (admin_credential as Item | undefined)?.['token'],
    isPruned: false,
  },
  {
    section: 'authorities',
    noun: 'authority',
    key: 'issuer',
    // One that has expired can be renewed.
    live: ['active', 'suspended', 'expired'],
    patched: [],
    commands: { scope: 'rescope', valid_until: 'renew' },
    isPruned: false,
  },
  {
    section: 'credentials',
    noun: 'credential',
    key: 'name',
    live: ['active', 'rotating'],
    patched: ['metadata'],
    commands: {},
    secretOf: ({ token }) => token,
    isPruned: true,
  },
  {
    section: 'subscriptions',
    noun: 'subscription',
    key: 'description',
    live: ['active', 'disabled'],
    patched: ['endpoint', 'categories', 'signatures', 'metadata'],
    commands: {},
    secretOf: ({ secret }) => secret,
    isPruned: true,
  },
  {
    section: 'operators',
    noun: 'operator',
    // People choose their names and addresses: by these, one could take the roles that are declared for another.
    key: 'id',
    live: ['invited', 'active'],
    patched: [],
    commands: { grants: 'change-roles' },
    isPruned: true,
    revokedBy: 'remove',
    madeBy: 'rvs operators invite, whose link is for the person alone',
  },
];
