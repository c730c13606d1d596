import { RELEASE } from '@service/platform/release';
import { PRODUCT } from '../engine/images.ts';
import { requireThat } from '../report.ts';
import { NETWORK, eventually, type Cluster } from './cluster/cluster.ts';
import { isReady, type Pod } from './cluster/pod.ts';
import { GATEWAY, NAMESPACE, SERVICE, type Release } from './service/release.ts';
import type { Surroundings } from './service/surroundings.ts';

/** A namespace with a pod that no policy restricts. */
const OUTSIDE = 'strangers';
/** Where no database is. */
const ELSEWHERE = '10.83.0.99';
/** Says whether a connection can be made: host, port. */
const CONNECT = `
  const [host, port] = process.argv.slice(1);
  const socket = require('node:net').connect({ host, port: Number(port), timeout: 3000 });
  const end = (said) => { console.log(said); process.exit() };
  socket.on('connect', () => end('reached')).on('timeout', () => end('refused')).on('error', ({ code }) => end(code));`;

/** That the pods of a release reach what they need and nothing else, and others do not reach them. */
export async function checkPolicies(cluster: Cluster, { brokers }: Surroundings): Promise<string[]> {
  const stranger = await startStranger(cluster);
  const [gateway] = await cluster.pods(NAMESPACE, GATEWAY);
  const [owner] = await cluster.pods(NAMESPACE, 'record-store');
  const [dispatcher] = await cluster.pods(NAMESPACE, 'webhook-dispatcher');
  requireThat(gateway !== undefined && owner !== undefined && dispatcher !== undefined, 'the apps run');
  const kafka = Number(brokers[0]?.split(':')[1]);
  const address = String(gateway.status.podIP);
  const name = `${SERVICE}.${NAMESPACE}.svc.cluster.local`;
  const tried: [string, Pod, string, number, string][] = [
    ['a pod of the release reaches its brokers', owner, NETWORK.host, kafka, 'reached'],
    ['and no other pod', owner, address, 3000, 'refused'],
    ['and not the API server', owner, '10.85.0.1', 443, 'refused'],
    ['nor does the one that delivers', dispatcher, '10.85.0.1', 443, 'refused'],
    ['a pod of another namespace reaches the API server', stranger, '10.85.0.1', 443, 'reached'],
    ['and the brokers', stranger, NETWORK.host, kafka, 'reached'],
    ['and not the API of the release', stranger, name, 443, 'refused'],
    ['nor that of one pod', stranger, address, 3000, 'refused'],
    ['nor its metrics', stranger, address, 3001, 'refused'],
  ];
  for (const [claim, from, to, port, expected] of tried) {
    const said = await cluster.execute(from, 'node', '--eval', CONNECT, to, String(port));
    requireThat(said.trim() === expected, `${claim}: ${said.trim()} at ${to}:${port}`);
  }
  await cluster.kubectl('delete', 'namespace', OUTSIDE);
  return [tried.map(([claim]) => claim).join(', ')];
}

/** That the Jobs of an upgrade reach the database that its values name, and not only that of the values before. */
export async function moveDatabase(release: Release): Promise<string[]> {
  const to = (address: string) => ({ 'networkPolicy.database.to[0].ipBlock.cidr': `${address}/32` });
  await release.upgrade({ ...to(ELSEWHERE), 'migrations.enabled': 'false', 'topics.enabled': 'false' });
  await release.upgrade({ ...to(NETWORK.host), 'migrations.enabled': 'true', 'topics.enabled': 'true' });
  return ['the Job migrate reaches it before the policies of the release name it'];
}

async function startStranger(cluster: Cluster): Promise<Pod> {
  await cluster.createNamespace(OUTSIDE);
  await cluster.create(OUTSIDE, {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'stranger' },
    spec: {
      terminationGracePeriodSeconds: 0,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      containers: [
        {
          name: 'stranger',
          image: `${PRODUCT}:${RELEASE}`,
          command: ['sleep', 'infinity'],
          securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
        },
      ],
    },
  });
  return eventually('a pod of another namespace runs', async () => {
    const pod = await cluster.get<Pod>(OUTSIDE, 'pods/stranger');
    return isReady(pod) ? pod : undefined;
  });
}
