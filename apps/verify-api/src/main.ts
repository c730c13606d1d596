import 'reflect-metadata';
import { hostApp } from '@service/messaging';
import { servedAt } from '@service/platform/commands';
import { startHttpServer } from './channels/http/start-http-server.js';
import { TlsCertificate } from './channels/http/tls-certificate.js';
import { startGateway, type StartedGateway } from './gateway/start-gateway.js';

await hostApp<StartedGateway>({
  app: 'verify_api',
  async start(context) {
    // Told before the seconds that the rest takes.
    await TlsCertificate.read(context.settings);
    return startGateway(context);
  },
  async ready({ gateway }, { settings, ...context }) {
    const server = await startHttpServer(settings, gateway.handle, context);
    const { url } = await servedAt(settings, server.port);
    const stop = async () => {
      await server.drain();
      gateway.drain();
      await server.close();
    };
    return { says: `verify-api is ready on ${url}`, stop };
  },
});
