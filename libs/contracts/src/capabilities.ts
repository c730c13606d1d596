/**
 * What a credential may do; `operator` is for credentials and people that manage projects and belong to no project, and
 * `team` for people alone, who have it by their role: it manages other people.
 */
export const CAPABILITIES = ['verify', 'read', 'write', 'subscribe', 'manage', 'audit'] as const;
export type Capability = (typeof CAPABILITIES)[number];
export const HELD_CAPABILITIES = [...CAPABILITIES, 'operator', 'team'] as const;
export type HeldCapability = (typeof HELD_CAPABILITIES)[number];
