import { join } from 'node:path';
import type { Section } from '../section.ts';
import { launchDistributed } from './distributed-service.ts';
import { costSections, measureCost, type Costs } from './measure-cost.ts';

const REPLICAS = [1, 2, 4];

/** What more replicas of each app cost, at rest and for each request. */
export async function measureReplicas(directory: string): Promise<Section[]> {
  const costs: Costs[] = [];
  for (const replicas of REPLICAS) {
    const service = await launchDistributed(join(directory, String(replicas)), replicas);
    try {
      costs.push(await measureCost(service, replicas));
    } finally {
      await service.stop();
    }
  }
  return costSections('replicas', costs);
}
