import type { Section } from '../section.ts';
import { startDistributed } from './distributed-service.ts';
import { measureCommands } from './measure-commands.ts';
import { measureThroughput } from './measure-throughput.ts';
import { measureVisibility } from './measure-visibility.ts';

/** The cost of distribution: the service in separate processes over Apache Kafka. */
export async function measureDistributed(
  dataDirectory: string,
  add: (section: Section) => void,
): Promise<void> {
  const service = await startDistributed(dataDirectory);
  try {
    add(await measureCommands(service));
    add(await measureVisibility(service));
    add(await measureThroughput(service));
  } finally {
    await service.stop();
  }
}
