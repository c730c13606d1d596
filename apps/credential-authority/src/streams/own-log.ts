/** The app's own log, and the schema of its tables. */
export const LOG = 'credential_authority';
