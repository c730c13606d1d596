import 'reflect-metadata';
import { hostOwner, readPublishedEventAuthentication, sharedLines } from '@service/messaging';
import { readSealingKeys } from '@service/platform/sealing-keys';
import { guardOf } from './sending/guard-of.js';
import { WebhookDispatcherModule } from './webhook-dispatcher.module.js';

await hostOwner('webhook_dispatcher', async (context) => {
  const { settings, databaseUrl } = context;
  const sealingKeys = await readSealingKeys(settings, databaseUrl);
  await context.keyHolders.join([sharedLines('SEALING_KEYS_FILE', () => sealingKeys.idsInFile())]);
  const { eventRetentionDays, attemptRetentionDays } = settings;
  const guard = guardOf({ settings, databaseUrls: [databaseUrl] });
  return WebhookDispatcherModule.register({
    ...context,
    sealingKeys,
    publishedEvents: await readPublishedEventAuthentication(context),
    eventRetentionDays,
    attemptRetentionDays,
    guard,
  });
});
