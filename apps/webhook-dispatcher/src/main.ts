import 'reflect-metadata';
import { hostOwner } from '@service/messaging';
import { readSealingKeys } from '@service/platform';
import { WebhookDispatcherModule } from './webhook-dispatcher.module.js';

await hostOwner('webhook-dispatcher', 'webhook_dispatcher', async (context) => {
  const { settings, environment, databaseUrl } = context;
  const sealingKeys = await readSealingKeys(settings, environment, databaseUrl);
  return WebhookDispatcherModule.register({
    ...context,
    sealingKeys,
    eventRetentionDays: settings.eventRetentionDays,
  });
});
