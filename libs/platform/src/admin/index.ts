export { startAdminServer, type AdminServer, type AdminServerOptions } from './admin-server.js';
export { Health, type ReadinessCheck } from './health.js';
