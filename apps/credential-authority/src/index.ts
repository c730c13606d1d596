export { CredentialAuthorityModule, type CredentialAuthorityOptions } from './credential-authority.module.js';
export { credentialAuthorityMigrations } from './migrations/index.js';
