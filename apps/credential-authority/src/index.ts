export { CredentialAuthorityModule, type CredentialAuthorityOptions } from './credential-authority.module.js';
export { credentialAuthorityMigrations } from './migrations/index.js';
export { openCredentialCommands } from './credentials/open-credential-commands.js';
export { openOperatorCommands } from './operators/open-operator-commands.js';
