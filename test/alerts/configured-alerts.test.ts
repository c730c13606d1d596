import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, it } from '@jest/globals';
import { KeyRing, formatVerifierKey, noteSigner } from '@service/evidence';
import { WitnessProcess } from '../support/evidence-commands.js';
import { databaseServer } from '../support/run/ask.js';
import { TestService } from '../support/service.js';
import { AlertWatch, scrapeOf } from './support/alert-watch.ts';

const START_TIMEOUT = 120_000;
const TIMEOUT = 300_000;
/** Days for which the certificate is valid; the alert asks for fourteen. */
const VALID_FOR = '7';

let directory: string;
let objecting: Server;
let service: TestService;
const watch = new AlertWatch(() => scrapeOf(service));

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'configured-'));
  const [key, certificate] = [join(directory, 'key.pem'), join(directory, 'certificate.pem')];
  const words = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const about = ['-subj', '/CN=127.0.0.1', '-days', VALID_FOR, '-keyout', key, '-out', certificate];
  await promisify(execFile)('openssl', [...words, ...about]);
  objecting = createServer((_, response) => response.writeHead(422).end());
  await new Promise<void>((resolve) => objecting.listen(0, '127.0.0.1', resolve));
  const witness = `http://127.0.0.1:${(objecting.address() as AddressInfo).port}`;
  service = await TestService.start({
    databaseServer,
    env: {
      ENVIRONMENT: 'development',
      LOG_LEVEL: 'fatal',
      TLS_CERT_FILE: certificate,
      TLS_KEY_FILE: key,
      LOG_WITNESSES: `${await keyOfWitness()}@${witness}`,
    },
  });
}, START_TIMEOUT);
afterAll(async () => {
  await service?.dispose();
  objecting?.close();
  await rm(directory, { recursive: true });
}, START_TIMEOUT);

/** The verifier key of a real witness, which cosigns nothing. */
async function keyOfWitness(): Promise<string> {
  const keys = KeyRing.generate(new Date().toISOString());
  const log = noteSigner('records.localhost/development', keys.newest('checkpoint')).verifierKey;
  const witness = await WitnessProcess.start(directory, 'witness', formatVerifierKey(log));
  await witness.end('SIGTERM');
  return witness.vkey;
}

it(
  'say that the certificate expires soon, and that a witness objects',
  async () => {
    await watch.expectExactly(['CertificateExpiry', 'WitnessObjects']);
  },
  TIMEOUT,
);
