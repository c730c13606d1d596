/** What a process needs that only passes requests on: nothing of it imports the application. */
export { bootstrapPath, ensureTokens } from './bootstrap/bootstrap-tokens.js';
export type { LeakReport } from './credentials/leaks/leak-report.js';
export { Forwarding } from './http/forwarding.js';
export type { RequestHandler } from './http/request-handler.js';
export { startFrontDoor } from './start-front-door.js';
