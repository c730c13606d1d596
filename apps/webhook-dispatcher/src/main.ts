import 'reflect-metadata';
import { hostOwner } from '@service/messaging';
import { readSealingKeys } from '@service/platform';
import { createSender } from './sending/create-sender.js';
import { WebhookDispatcherModule } from './webhook-dispatcher.module.js';

await hostOwner('webhook-dispatcher', 'webhook_dispatcher', async (context) => {
  const { settings, environment, databaseUrl } = context;
  const sealingKeys = await readSealingKeys(settings, environment, databaseUrl);
  const { eventRetentionDays, attemptRetentionDays } = settings;
  const allowsLoopback = environment === 'development';
  const sender = createSender({ settings, databaseUrl, allowsLoopback });
  return WebhookDispatcherModule.register({
    ...context,
    sealingKeys,
    eventRetentionDays,
    attemptRetentionDays,
    sender,
  });
});
