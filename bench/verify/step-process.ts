import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newId } from '@service/contracts';
import { type KeyRing } from '@service/evidence';
import { NoRecorder } from '@service/history';
import {
  EmbeddedCommandClient,
  TailingEventFeed,
  readEventAuthentications,
  readPublishedEventAuthentication,
} from '@service/messaging';
import { createLogger } from '@service/platform/logging';
import { createMetrics } from '@service/platform/metrics';
import { createPool } from '@service/platform/postgres';
import { readSealingKeys } from '@service/platform/sealing-keys';
import { loadSettings } from '@service/platform/settings';
import { readSigningKeys } from '@service/platform/signing-keys';
import { openTracing } from '@service/platform/tracing';
import {
  AnswerSigner,
  GatewayViews,
  KnownFindings,
  VerifyRecords,
  consoleTermsOf,
  createGateway,
  createLimits,
  readPeppers,
  verifyRequestDigest,
  type Gateway,
} from '@service/verify-api';
import { fastify, type FastifyReply, type FastifyRequest } from 'fastify';
import { PATH, type REQUEST } from './verification.ts';

/** The last step towards an answer that the process takes. */
export type Step = 'view' | 'signed answer' | 'credential and limits';

export interface StepRequest {
  step: Step;
  databaseUrl: string;
}

// A gateway on the views of the running service that omits the steps after its own.
process.once('message', (request: StepRequest) => {
  void serve(request);
});

async function serve({ step, databaseUrl }: StepRequest): Promise<void> {
  const settings = loadSettings(process.env);
  const keys = await readSigningKeys(settings);
  const gateway = await openGateway(databaseUrl, settings, keys);
  const port =
    step === 'credential and limits'
      ? await listen(gateway)
      : await listenToView(gateway, step === 'view' ? null : new AnswerSigner(keys.newest('answer')));
  process.send?.(port);
}

async function openGateway(
  databaseUrl: string,
  settings: ReturnType<typeof loadSettings>,
  keys: KeyRing,
): Promise<Gateway> {
  const logger = createLogger('error');
  const pool = createPool(databaseUrl, { max: 4, applicationName: 'bench', logger });
  const environment = 'development';
  const authentications = await readEventAuthentications({ settings, logger });
  const tracing = await openTracing({ settings, logger, metrics: createMetrics(logger, environment) });
  return createGateway({
    environment,
    cell: 0,
    pool,
    databaseUrl,
    feed: new TailingEventFeed(pool, logger, authentications),
    publishedEvents: await readPublishedEventAuthentication({ settings, logger }),
    commands: new EmbeddedCommandClient(),
    logger,
    sealingKeys: await readSealingKeys(settings, databaseUrl),
    peppers: await readPeppers(settings, async () => true),
    keys,
    limits: createLimits({ settings, shared: false, pool, logger }),
    bounds: settings,
    recorder: new NoRecorder(),
    findings: new KnownFindings(),
    corsOrigins: [],
    oauth: null,
    tracer: tracing?.tracerOf('verify-api') ?? null,
    witnesses: [],
    console: consoleTermsOf(settings),
    policyFile: '',
    requestDeadline: settings.requestDeadlineSeconds * 1_000,
    restoredCopy: false,
  });
}

/** The bare route with the record's view behind it, and optionally the signature, without authentication. */
async function listenToView({ application }: Gateway, signer: AnswerSigner | null): Promise<number> {
  const verifyRecords = application.get(VerifyRecords);
  const { heads } = application.get(GatewayViews);
  const caller = { projectId: 'prj_default', authorities: null };
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const body = request.body as typeof REQUEST;
    const asked = { ...body, lookup: null };
    const requestId = newId('request');
    const asOf = heads.require();
    const answered = verifyRecords.verify(caller, asked, requestId, new Date(), asOf);
    const envelope = answered instanceof Promise ? await answered : answered;
    void reply.header('content-type', 'application/json; charset=utf-8');
    if (signer === null) {
      void reply.send(envelope.text);
      return;
    }
    const statement = {
      answer: envelope.digest(),
      nonce: null,
      request: verifyRequestDigest(body),
      request_id: requestId,
    };
    signer.sign(asOf, statement, (signature, path) => {
      const fields = { 'as-of': asOf.shown, signature, path };
      for (const [name, value] of Object.entries(fields))
        void reply.header(`service-evidence-${name}`, value);
      void reply.send(envelope.text);
    });
  };
  const server = fastify();
  server.post(PATH, (request, reply) => void answer(request, reply));
  await server.listen({ host: '127.0.0.1', port: 0 });
  return (server.server.address() as AddressInfo).port;
}

async function listen({ handle }: Gateway): Promise<number> {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
