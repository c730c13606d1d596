import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newId } from '@service/contracts';
import { EmbeddedBroker, EmbeddedCommandClient, TailingEventFeed } from '@service/messaging';
import { createLogger, createPool, loadSettings, readSigningKeys } from '@service/platform';
import {
  NoRecorder,
  VerifyRecords,
  createGateway,
  createLimits,
  openListDatabase,
  readPeppers,
  type Gateway,
} from '@service/verify-api';
import { fastify } from 'fastify';
import { PATH } from './verification.ts';

/** How far the process goes along the way of an answer. */
export type Step = 'view' | 'credential and limits';

export interface StepRequest {
  step: Step;
  databaseUrl: string;
}

// A gateway on the views of the running service, that leaves out what comes after its step.
process.once('message', (request: StepRequest) => {
  void serve(request);
});

async function serve({ step, databaseUrl }: StepRequest): Promise<void> {
  const gateway = await openGateway(databaseUrl);
  const port = step === 'view' ? await listenToView(gateway) : await listen(gateway);
  process.send?.(port);
}

async function openGateway(databaseUrl: string): Promise<Gateway> {
  const settings = loadSettings(process.env);
  const logger = createLogger('error');
  const pool = createPool(databaseUrl, { max: 4, applicationName: 'bench', logger });
  return createGateway({
    environment: 'development',
    pool,
    database: await openListDatabase(databaseUrl),
    feed: new TailingEventFeed(pool, logger),
    commands: new EmbeddedCommandClient(new EmbeddedBroker()),
    logger,
    peppers: await readPeppers(settings, 'development', async () => true),
    keys: await readSigningKeys(settings, 'development'),
    limits: createLimits({ settings, shared: false, pool, logger }),
    recorder: new NoRecorder(),
  });
}

/** The bare route with the record's view behind it: nobody is asked who they are. */
async function listenToView(gateway: Gateway): Promise<number> {
  const verifyRecords = gateway.application.get(VerifyRecords);
  const caller = { projectId: 'prj_default', authorities: null };
  const server = fastify();
  server.post(PATH, (request, reply) => {
    const asked = request.body as Parameters<VerifyRecords['verify']>[1];
    void reply.header('content-type', 'application/json; charset=utf-8');
    return verifyRecords.verify(caller, asked, newId('request'), new Date());
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  return (server.server.address() as AddressInfo).port;
}

async function listen({ handle }: Gateway): Promise<number> {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
