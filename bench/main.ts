import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartError } from '@service/platform/errors';
import { measureCold } from './cold/measure-cold.ts';
import { measureBacklog } from './deliveries/measure-backlog.ts';
import { measureDeliveries } from './deliveries/measure-deliveries.ts';
import { measureReplicas } from './distributed/measure-replicas.ts';
import { measureFlood } from './flood/measure-flood.ts';
import { measureGrowth } from './growth/measure-growth.ts';
import { measureLog } from './log/measure-log.ts';
import { measureStandalone } from './measure-standalone.ts';
import { needsService, readParts } from './parts.ts';
import { measurePeers } from './peers/measure-peers.ts';
import { renderSection, type Section } from './section.ts';
import { measureTracing } from './tracing/measure-tracing.ts';

const RESULTS = join(import.meta.dirname, 'results');

const words = process.argv.slice(2);
const directory = await mkdtemp(join(tmpdir(), 'service-bench-'));
try {
  await main();
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
} finally {
  await rm(directory, { recursive: true, force: true });
}

/** Measures the parts that are named, or everything; prints it and writes it down under `bench/results`. */
async function main(): Promise<void> {
  const parts = readParts(words);
  const machine = { processor: cpus()[0]?.model ?? '', cores: cpus().length, node: process.version };
  process.stdout.write(`${machine.cores} cores of ${machine.processor}, Node ${machine.node}\n`);
  const sections: Section[] = [];
  const add = (section: Section) => {
    sections.push(section);
    process.stdout.write(`${renderSection(section)}\n`);
  };
  if (needsService(parts)) {
    const element = await measureStandalone(join(directory, 'data'), parts, add);
    if (parts.has('log')) add(await measureLog(join(directory, 'log'), element));
  }
  if (parts.has('cold')) add(await measureCold(join(directory, 'cold')));
  if (parts.has('growth')) add(await measureGrowth(join(directory, 'growth'), RESULTS));
  if (parts.has('tracing')) add(await measureTracing(join(directory, 'tracing')));
  if (parts.has('deliveries')) {
    for (const section of await measureDeliveries(join(directory, 'deliveries'))) add(section);
  }
  if (parts.has('backlog')) add(await measureBacklog(join(directory, 'backlog'), RESULTS));
  if (words.includes('replicas')) {
    for (const section of await measureReplicas(join(directory, 'replicas'))) add(section);
  }
  if (words.includes('peers')) add(await measurePeers(join(directory, 'peers')));
  if (words.includes('flood')) {
    for await (const section of measureFlood(join(directory, 'flood'))) add(section);
  }
  await mkdir(RESULTS, { recursive: true });
  const file = join(RESULTS, `${words.length === 0 ? 'latest' : words.join('-')}.json`);
  const results = { measured_at: new Date().toISOString(), machine, sections };
  await writeFile(file, `${JSON.stringify(results, null, 2)}\n`);
  process.stdout.write(`\nWritten to ${file}\n`);
}
