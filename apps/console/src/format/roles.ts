/** The roles, from the least to the most powerful. */
export const ROLES = ['auditor', 'operator', 'admin', 'owner'] as const;
export type Role = (typeof ROLES)[number];

/** What a role is, in a few words. */
export const ROLE_TEXTS: Readonly<Record<Role, string>> = {
  auditor: 'sees everything, changes nothing',
  operator: 'records and subscriptions',
  admin: 'also credentials and authorities',
  owner: 'everything, also people',
};

const HOLDERS: Readonly<Record<string, readonly Role[]>> = {
  verify: ROLES,
  read: ROLES,
  audit: ['auditor', 'admin', 'owner'],
  write: ['operator', 'admin', 'owner'],
  subscribe: ['operator', 'admin', 'owner'],
  manage: ['admin', 'owner'],
  team: ['owner'],
};

/** The roles that hold a capability, for a sentence: “an admin or an owner”. */
export function whoMay(capability: string): string {
  if (capability === 'operator') return 'an owner of all projects';
  const holders = (HOLDERS[capability] ?? ['owner']).map((role) => `an ${role}`);
  const last = holders.at(-1) ?? '';
  return holders.length < 2 ? last : `${holders.slice(0, -1).join(', ')} or ${last}`;
}
