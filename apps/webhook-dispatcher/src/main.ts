import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { hostApp } from '@service/messaging';
import { WebhookDispatcherModule } from './webhook-dispatcher.module.js';

await hostApp({
  name: 'webhook-dispatcher',
  async start({ feed }) {
    const app = await NestFactory.createApplicationContext(WebhookDispatcherModule.register({ feed }), {
      logger: false,
      abortOnError: false,
    });
    return { stop: () => app.close() };
  },
});
