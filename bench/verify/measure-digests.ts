import { findRecordChainFault, openElement, hashElement, type RecordElementContent } from '@service/evidence';
import { exampleElement } from '../example-element.ts';
import { startLoadGenerator } from '../load/load.ts';
import { percentile } from '../../infra/percentiles.ts';
import type { Section } from '../section.ts';
import type { ServiceProcess } from '../service-process.ts';
import { startAnswering } from './answering-process.ts';
import { PATH, REQUEST } from './verification.ts';

const ROUNDS = 5;
const SECONDS = 2;
const CONNECTIONS = 64;
const RECOMPUTED = 100_000;

/** The cost of recomputing a record's digests for each answer, relative to the bare route. */
export async function measureDigests(service: ServiceProcess, dataDirectory: string): Promise<Section> {
  const { body } = await service.ask<object>('POST', PATH, REQUEST);
  const chain = [hashed(await exampleElement(service.ask))];
  const generator = startLoadGenerator();
  const bare = await startAnswering('bare-route.ts', JSON.stringify(body), dataDirectory);
  const target = { path: PATH, token: service.token, body: JSON.stringify(REQUEST) };
  const digests: number[] = [];
  const routes: number[] = [];
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      digests.push(recompute(chain));
      const load = { port: bare.port, serverPid: bare.pid, target, connections: CONNECTIONS };
      const outcome = await generator.run({ ...load, warmUp: 1, seconds: SECONDS });
      routes.push(((outcome.serverCores ?? 0) / outcome.perSecond) * 1_000_000);
    }
  } finally {
    generator.stop();
    bare.stop();
  }
  const [digest, route] = [percentile(digests, 0.5), percentile(routes, 0.5)];
  return {
    title: 'recomputing the digests of a record with one element',
    rows: [{ digests_microseconds: digest, bare_route_microseconds: route, share: digest / route }],
    notes: [`Of processor time; medians of ${ROUNDS} rounds, the bare route at ${CONNECTIONS} connections.`],
  };
}

/** The element with its hashed text. */
function hashed(shown: string) {
  const content = JSON.parse(shown) as Record<string, unknown>;
  delete content['digest'];
  delete content['signature'];
  const { text, digest } = hashElement(content);
  return openElement<RecordElementContent>(text, digest);
}

/** Microseconds of processor time for each check of the chain. */
function recompute(chain: ReturnType<typeof hashed>[]): number {
  const { record_id, sequence, state } = (chain[0] as (typeof chain)[number]).content;
  const head = { id: record_id, version: sequence, state };
  const before = process.cpuUsage();
  for (let count = 0; count < RECOMPUTED; count += 1) {
    if (findRecordChainFault(chain, head) !== null) throw new Error('The example does not hold.');
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / RECOMPUTED;
}
