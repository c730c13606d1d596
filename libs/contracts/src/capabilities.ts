/** What a credential may do; `operator` is for credentials that manage projects and belong to no project. */
export const CAPABILITIES = ['verify', 'read', 'write', 'subscribe', 'manage', 'audit'] as const;
export type Capability = (typeof CAPABILITIES)[number];
export type HeldCapability = Capability | 'operator';
