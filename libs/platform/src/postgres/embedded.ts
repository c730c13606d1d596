export { startEmbeddedServer, type EmbeddedServer, type EmbeddedServerOptions } from './embedded-server.js';
export { isAlive } from './postmaster-file.js';
