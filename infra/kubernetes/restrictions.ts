import { requireThat } from '../report.ts';
import type { Cluster } from './cluster/cluster.ts';
import { NAMESPACE } from './service/release.ts';

/** What a pod sees of itself; EROFS where its root is read-only. */
const LOOK = `
  const { readFileSync, writeFileSync } = require('node:fs');
  console.log(readFileSync('/proc/1/status', 'utf8'));
  try { writeFileSync('/service/x', '') } catch ({ code }) { console.log(code) }`;

/** That the pods have what docs/kubernetes.md says of their users and rights. */
export async function checkRestrictions(cluster: Cluster): Promise<string[]> {
  const pods = await cluster.pods(NAMESPACE);
  for (const pod of pods) {
    const said = await cluster.execute(pod, 'node', '--eval', LOOK);
    const is = (line: RegExp) =>
      requireThat(line.test(said), `${pod.metadata.name} has ${line.source}: ${said}`);
    is(/^Uid:\t10001\t10001\t10001\t10001$/m);
    for (const set of ['CapPrm', 'CapEff', 'CapBnd', 'CapAmb']) is(new RegExp(`^${set}:\\t0{16}$`, 'm'));
    is(/^NoNewPrivs:\t1$/m);
    // A filter.
    is(/^Seccomp:\t2$/m);
    is(/^EROFS$/m);
  }
  return [`${pods.length} pods: uid 10001, no capability, no new privileges, filtered calls, read-only root`];
}
