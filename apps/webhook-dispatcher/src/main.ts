import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { hostApp } from '@service/messaging';
import { WebhookDispatcherModule } from './webhook-dispatcher.module.js';

await hostApp({
  name: 'webhook-dispatcher',
  async start({ pool, feed, logger, settings: { eventRetentionDays } }) {
    const app = await NestFactory.createApplicationContext(
      WebhookDispatcherModule.register({ pool, feed, logger, eventRetentionDays }),
      { logger: false, abortOnError: false },
    );
    return { stop: () => app.close() };
  },
});
