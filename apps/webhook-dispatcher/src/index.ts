export { webhookDispatcherMigrations } from './migrations/index.js';
export { WebhookDispatcherModule, type WebhookDispatcherOptions } from './webhook-dispatcher.module.js';
