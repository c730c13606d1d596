export * from './policy-file.js';
export * from './quorum.js';
export * from './signed-policy.js';
export * from './trust-faults.js';
