import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureAppends } from './events/measure-appends.ts';
import { measureRebuild } from './events/measure-rebuild.ts';
import { renderSection, type Section } from './section.ts';
import type { ServiceProcess } from './service-process.ts';
import { measureStart, memoryRows } from './start/measure-start.ts';
import { measureVerify } from './verify/measure-verify.ts';
import { measureWrites } from './writes/measure-writes.ts';

const RESULTS = join(import.meta.dirname, 'results');

const directory = await mkdtemp(join(tmpdir(), 'service-bench-'));
try {
  await main();
} finally {
  await rm(directory, { recursive: true, force: true });
}

/** Measures everything, prints it and writes `bench/results/latest.json`. */
async function main(): Promise<void> {
  const machine = { processor: cpus()[0]?.model ?? '', cores: cpus().length, node: process.version };
  process.stdout.write(`${machine.cores} cores of ${machine.processor}, Node ${machine.node}\n`);
  const sections: Section[] = [];
  const add = (section: Section) => {
    sections.push(section);
    process.stdout.write(`${renderSection(section)}\n`);
  };
  const dataDirectory = join(directory, 'data');
  const { section, service } = await measureStart(dataDirectory);
  let element: string;
  try {
    add(section);
    element = await exampleElement(service);
    add(await measureVerify(service));
    add(await measureWrites(service));
    add(await measureRebuild(dataDirectory));
    add({ title: 'memory after all that', rows: memoryRows('then', service, dataDirectory), notes: [] });
  } finally {
    await service.stop();
  }
  add(await measureAppends(join(directory, 'appends'), element));
  await mkdir(RESULTS, { recursive: true });
  const file = join(RESULTS, 'latest.json');
  const results = { measured_at: new Date().toISOString(), machine, sections };
  await writeFile(file, `${JSON.stringify(results, null, 2)}\n`);
  process.stdout.write(`\nWritten to ${file}\n`);
}

/** The bytes of a real element. */
async function exampleElement(service: ServiceProcess): Promise<string> {
  const { body } = await service.ask<{ evidence: { provenance: { chain: object[] } } }>(
    'POST',
    '/v1/records/verify',
    { record_id: 'rec_example' },
  );
  return JSON.stringify(body.evidence.provenance.chain[0]);
}
