export { webhookDispatcherMigrations } from './migrations/index.js';
export { createSender } from './sending/create-sender.js';
export { WebhookDispatcherModule, type WebhookDispatcherOptions } from './webhook-dispatcher.module.js';
