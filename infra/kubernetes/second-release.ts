import { join } from 'node:path';
import { RELEASE } from '@service/platform/release';
import { PRODUCT } from '../engine/images.ts';
import { requireThat } from '../report.ts';
import type { Cluster } from './cluster/cluster.ts';
import { isReady } from './cluster/pod.ts';
import { Release } from './service/release.ts';
import { Surroundings } from './service/surroundings.ts';

const NAMESPACE = 'staging';
/** A sidecar. */
const PROXY = {
  name: 'proxy',
  image: `${PRODUCT}:${RELEASE}`,
  restartPolicy: 'Always',
  command: ['node', '--eval', "setInterval(() => {}, 1e6); process.on('SIGTERM', () => process.exit())"],
  securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
};
/** Else its pods would take the place of the first release's. */
const NO_PREEMPTION = '--preemption-policy=Never';
/** Every member of `pod` in values.yaml, as a platform may set it; the users are such as OpenShift gives. */
const POD = {
  annotations: { team: 'records' },
  labels: { team: 'records' },
  serviceAccountName: 'records',
  priorityClassName: 'records',
  nodeSelector: { 'kubernetes.io/os': 'linux' },
  affinity: {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [
          { matchExpressions: [{ key: 'topology.kubernetes.io/zone', operator: 'Exists' }] },
        ],
      },
    },
  },
  tolerations: [{ key: 'dedicated', operator: 'Exists' }],
  spread: { 'kubernetes.io/hostname': 'DoNotSchedule' },
  securityContext: { runAsUser: 1000650000, runAsGroup: 0, fsGroup: 1000650000 },
  containerSecurityContext: { procMount: 'Default' },
  initContainers: [PROXY],
  env: [{ name: 'NODE_EXTRA_CA_CERTS', value: '/etc/ca/ca.crt' }],
  volumes: [{ name: 'ca', configMap: { name: 'kube-root-ca.crt' } }],
  volumeMounts: [{ name: 'ca', mountPath: '/etc/ca', readOnly: true }],
};

/** A release of the same name in another namespace. It has its own servers and sets every extension point of the values. */
export class SecondRelease {
  private readonly cluster: Cluster;
  private readonly surroundings: Surroundings;
  private readonly release: Release;

  constructor(cluster: Cluster) {
    this.cluster = cluster;
    this.surroundings = new Surroundings(join(cluster.folder, NAMESPACE));
    this.release = new Release(cluster, NAMESPACE);
  }

  async install(tag: string): Promise<string[]> {
    const { cluster, surroundings } = this;
    await surroundings.start();
    await cluster.createNamespace(NAMESPACE);
    await surroundings.createSecrets(cluster, NAMESPACE);
    await cluster.kubectl('create', 'serviceaccount', 'records', '--namespace', NAMESPACE);
    await cluster.kubectl('create', 'priorityclass', 'records', '--value=1000', NO_PREEMPTION);
    const cpu = { gateway: '50m', owner: '50m' };
    await this.release.prepare(surroundings, cpu, {
      pod: POD,
      ingress: { enabled: true, host: 'staging.example' },
    });
    await this.release.install(tag);
    const pods = await cluster.pods(NAMESPACE);
    for (const pod of pods) {
      const { annotations, labels } = pod.metadata as Partial<typeof POD>;
      const { serviceAccountName, priorityClassName, securityContext } = pod.spec as Partial<typeof POD>;
      requireThat(
        annotations?.team === 'records' &&
          labels?.team === 'records' &&
          serviceAccountName === 'records' &&
          priorityClassName === 'records' &&
          securityContext?.runAsUser === POD.securityContext.runAsUser,
        `${pod.metadata.name} has what the values add`,
      );
      const said = await cluster.execute(pod, 'sh', '-c', 'id -u && head -1 "$NODE_EXTRA_CA_CERTS"');
      requireThat(/^1000650000\n-+BEGIN CERTIFICATE/.test(said), `${pod.metadata.name} uses them: ${said}`);
    }
    return [`${pods.length} pods with a sidecar and everything else that the values can add`];
  }

  async upgrade(tag: string): Promise<string> {
    await this.release.upgrade({ 'image.tag': tag });
    const pods = await this.cluster.pods(NAMESPACE);
    requireThat(pods.every(isReady), 'all pods are ready');
    return `${pods.length} pods were replaced`;
  }

  stop(): Promise<void> {
    return this.surroundings.stop();
  }
}
