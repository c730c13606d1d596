import { measureClient } from './client/measure-client.ts';
import { measureRebuild } from './events/measure-rebuild.ts';
import type { Part } from './parts.ts';
import type { Section } from './section.ts';
import { startService, type ServiceProcess } from './service-process.ts';
import { measureRefusals } from './refusals/measure-refusals.ts';
import { measureVerify } from './verify/measure-verify.ts';
import { measureWrites } from './writes/measure-writes.ts';
import type { Ask } from './ask.ts';
import { spread } from '../infra/percentiles.ts';
import { registerOne } from './writes/registering.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { databaseMegabytes, serviceMegabytes } from './process-figures.ts';

/** Milliseconds of rest before memory is read. */
const REST = 3_000;

const WRITES = 300;

/** Measures the requested parts of the service in one process. @returns the bytes of a real element. */
export async function measureStandalone(
  dataDirectory: string,
  parts: ReadonlySet<Part>,
  add: (section: Section) => void,
): Promise<string> {
  const service = await start(dataDirectory, parts, add);
  try {
    const element = await exampleElement(service.ask);
    if (parts.has('verify')) add(await measureVerify(service, dataDirectory));
    if (parts.has('client')) add(await measureClient(service));
    if (parts.has('refusals')) add(await measureRefusals(service));
    if (parts.has('writes')) {
      add(await measureWrites(service, dataDirectory, element));
      add(await measureShown(service));
    }
    if (parts.has('rebuild')) add(await measureRebuild(service, dataDirectory));
    if (parts.has('start')) {
      const rows = memoryRows('then', service, dataDirectory);
      add({ title: 'memory after all that', rows, notes: [] });
    }
    return element;
  } finally {
    await service.stop();
  }
}

async function start(
  dataDirectory: string,
  parts: ReadonlySet<Part>,
  add: (section: Section) => void,
): Promise<ServiceProcess> {
  if (!parts.has('start')) return startService(dataDirectory);
  const { section, service } = await measureStart(dataDirectory);
  add(section);
  return service;
}

/** The bytes of a real element. */
async function exampleElement(ask: Ask): Promise<string> {
  const { body } = await ask<{ evidence: { provenance: { chain: object[] } } }>(
    'POST',
    '/v1/records/verify',
    { record_id: 'rec_example' },
  );
  return JSON.stringify(body.evidence.provenance.chain[0]);
}

/** How long a registration takes on an idle service, and how long until its record is verified. */
async function measureShown({ ask }: ServiceProcess): Promise<Section> {
  const answered: number[] = [];
  const verified: number[] = [];
  for (let index = 0; index < WRITES; index += 1) {
    const startedAt = performance.now();
    const record_id = await registerOne(ask);
    answered.push(performance.now() - startedAt);
    const { body } = await ask<Envelope>('POST', '/v1/records/verify', { record_id });
    verified.push(performance.now() - startedAt);
    const shown = body.evidence.provenance.verified && body.evidence.state === 'active';
    if (!shown) throw new Error('A record that was answered did not verify.');
  }
  return {
    title: 'a write and the verification after it, one at a time',
    rows: [
      { what: 'registered', ...spread(answered) },
      { what: 'registered, then verified', ...spread(verified) },
    ],
    notes: [],
  };
}

interface Envelope {
  evidence: { provenance: { verified: boolean }; state: string };
}

/** Starts the service twice and leaves the second running. */
async function measureStart(dataDirectory: string): Promise<{ section: Section; service: ServiceProcess }> {
  const first = await startService(dataDirectory);
  await first.stop();
  const service = await startService(dataDirectory);
  await sleep(REST);
  const rows = [
    { what: 'first start, to the printed curl line', value: first.startedIn, unit: 'ms' },
    { what: 'second start', value: service.startedIn, unit: 'ms' },
    ...memoryRows('at rest', service, dataDirectory),
  ];
  const notes = [
    'Proportional sizes: of all processes of the service, and of a database server with all its backends.',
  ];
  return { section: { title: 'start and memory', rows, notes }, service };
}

/** The memory of the service's processes now. */
function memoryRows(when: string, { pid }: ServiceProcess, dataDirectory: string): Section['rows'] {
  const unit = 'MB';
  return [
    { what: `node ${when}`, value: serviceMegabytes(pid), unit },
    {
      what: `postgresql, development, ${when}`,
      value: databaseMegabytes(dataDirectory, 'development'),
      unit,
    },
    { what: `postgresql, production, ${when}`, value: databaseMegabytes(dataDirectory, 'production'), unit },
  ];
}
