import { measureClient } from './client/measure-client.ts';
import { measureRebuild } from './events/measure-rebuild.ts';
import type { Part } from './parts.ts';
import type { Section } from './section.ts';
import { startService, type ServiceProcess } from './service-process.ts';
import { measureRefusals } from './refusals/measure-refusals.ts';
import { measureStart, memoryRows } from './start/measure-start.ts';
import { measureVerify } from './verify/measure-verify.ts';
import { measureShown } from './writes/measure-shown.ts';
import { measureWrites } from './writes/measure-writes.ts';
import type { Ask } from './ask.ts';

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
