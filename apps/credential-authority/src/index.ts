export { CredentialAuthorityModule, type CredentialAuthorityOptions } from './credential-authority.module.js';
export { credentialAuthorityMigrations } from './migrations/index.js';
export { openKeyCommands } from './keys/open-key-commands.js';
