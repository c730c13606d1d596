import { setTimeout as sleep } from 'node:timers/promises';
import { databaseMegabytes, serviceMegabytes } from '../process-figures.ts';
import type { Section } from '../section.ts';
import { startService, type ServiceProcess } from '../service-process.ts';

/** Milliseconds of rest before memory is read. */
const REST = 3_000;

/** Starts the service twice and leaves the second running. */
export async function measureStart(
  dataDirectory: string,
): Promise<{ section: Section; service: ServiceProcess }> {
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
export function memoryRows(when: string, { pid }: ServiceProcess, dataDirectory: string): Section['rows'] {
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
