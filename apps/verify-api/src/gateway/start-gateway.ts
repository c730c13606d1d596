import {
  KafkaCommandClient,
  LeaseLeadership,
  readPublishedEventAuthentication,
  sharedLines,
  sharedSigningKeys,
  type AppContext,
  type StartedApp,
} from '@service/messaging';
import { readSealingKeys } from '@service/platform/sealing-keys';
import { measureSigningKeys, readSigningKeys } from '@service/platform/signing-keys';
import { hasCredentials } from '../admission/authentication/peppers/logged-credentials.js';
import { readPeppers } from '../admission/authentication/peppers/read-peppers.js';
import type { Gateway } from './gateway.js';
import { runGateway } from './run-gateway.js';

/** A gateway whose commands and events go through Kafka. */
export interface StartedGateway extends StartedApp {
  gateway: Gateway;
}

/** Starts the gateway in a separate process.
 *  @throws StartError where the peppers cannot be read, live credentials depend on a missing one, or a
 *   running process has other keys. */
export async function startGateway(context: AppContext): Promise<StartedGateway> {
  const { databaseUrl, pool, kafka, names, authentication, settings, logger } = context;
  const peppers = await readPeppers(settings, () => hasCredentials(databaseUrl));
  const sealingKeys = await readSealingKeys(settings, databaseUrl);
  const keys = await readSigningKeys(settings);
  measureSigningKeys(context.metrics, keys);
  await context.keyHolders.join([
    sharedLines('PEPPER_FILE', () => peppers.ids),
    sharedLines('SEALING_KEYS_FILE', () => sealingKeys.idsInFile()),
    ...sharedSigningKeys(keys),
  ]);
  const publishedEvents = await readPublishedEventAuthentication(context);
  const commands = new KafkaCommandClient({ kafka, names, authentication, logger });
  await commands.start();
  const running = await runGateway({
    ...context,
    publishedEvents,
    commands,
    peppers,
    sealingKeys,
    keys,
    leadership: new LeaseLeadership(pool, 'verify_api', logger),
    shared: true,
  }).catch(async (error: unknown) => {
    await commands.close();
    throw error;
  });
  const { gateway } = running;
  const { readiness, warnings } = gateway;
  return { gateway, readiness, warnings, stop: () => running.stop().then(() => commands.close()) };
}
