/**
 * What a credential may do. Credentials and people with `operator` manage projects and belong to none; `team` is for
 * managing people, and only a person's role gives it.
 */
export const CAPABILITIES = ['verify', 'read', 'write', 'share', 'subscribe', 'manage', 'audit'] as const;
export type Capability = (typeof CAPABILITIES)[number];
export const HELD_CAPABILITIES = [...CAPABILITIES, 'operator', 'team'] as const;
export type HeldCapability = (typeof HELD_CAPABILITIES)[number];
