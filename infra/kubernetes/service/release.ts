import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OWNERS, ROOT } from '../../distributed/apps.ts';
import { PRODUCT } from '../../engine/images.ts';
import { requireThat } from '../../report.ts';
import { runProgram, type Outcome } from '../../run-program.ts';
import { toolPath } from '../../tools/tools.ts';
import { NETWORK, type Cluster } from '../cluster/cluster.ts';
import { KAFKA_USERS, type Surroundings } from './surroundings.ts';

/** Of the first release. */
export const NAMESPACE = 'production';
/** The app that answers, and its Service. */
export const GATEWAY = 'verify-api';
export const SERVICE = `records-${GATEWAY}`;

const CHART = join(ROOT, 'infra/helm/record-verification-service');
const TIMEOUT = '10m';

/** The release `records` of a namespace, by the chart and its values for production. */
export class Release {
  private readonly cluster: Cluster;
  private readonly namespace: string;
  private readonly values: string;
  /** What later steps change, for `--set`. */
  private readonly changes = new Map<string, string>();

  constructor(cluster: Cluster, namespace: string) {
    this.cluster = cluster;
    this.namespace = namespace;
    this.values = join(cluster.folder, `values-${namespace}.json`);
  }

  /**
   * Writes what differs from values-production.yaml.
   * @param cpu requests, fewer than by default: one node must take all pods of the other.
   * @param more other values.
   */
  async prepare(
    { brokers, kafkaUser, database }: Surroundings,
    cpu: { gateway: string; owner: string },
    more: object = {},
  ): Promise<void> {
    const { host, machines } = NETWORK;
    const portOf = (server = '') => Number(server.split(':')[1]);
    const to = [{ ipBlock: { cidr: `${host}/32` } }];
    const resources = { requests: { cpu: cpu.owner } };
    const values = {
      image: { repository: PRODUCT, digest: '' },
      kafka: {
        brokers,
        partitions: 4,
        replication: 1,
        users: Object.fromEntries(KAFKA_USERS.map((user) => [user, { name: kafkaUser }])),
      },
      // Custom resources of operators that this cluster does not have.
      monitoring: { podMonitor: { enabled: false }, rules: { enabled: false } },
      route: { enabled: false },
      networkPolicy: {
        database: { to, port: portOf(database.hostFor(host)) },
        kafka: { to, port: portOf(brokers[0]) },
        // What calls a Service from outside comes to a pod of another node with the address of the first.
        callers: [{ ipBlock: { cidr: machines } }],
        metrics: to,
      },
      apps: {
        'verify-api': {
          autoscaling: { min: 2, max: 4 },
          drainDelaySeconds: 5,
          resources: { requests: { cpu: cpu.gateway } },
        },
        ...Object.fromEntries(OWNERS.map((app) => [app, { resources }])),
      },
      ...more,
    };
    await writeFile(this.values, JSON.stringify(values));
  }

  install(tag: string): Promise<void> {
    return this.change('install', { 'image.tag': tag });
  }

  /** @param changes of values, which later upgrades keep. */
  upgrade(changes: Readonly<Record<string, string>>): Promise<void> {
    return this.change('upgrade', changes);
  }

  /** An upgrade that is expected to fail within some seconds. It leaves later upgrades as they were. */
  tryUpgrade(changes: Readonly<Record<string, string>>, seconds: number): Promise<Outcome> {
    const all = new Map([...this.changes, ...Object.entries(changes)]);
    return this.helm('upgrade', 'records', CHART, ...this.options(all), '--wait', '--timeout', `${seconds}s`);
  }

  async rollBack(): Promise<void> {
    const { code, output } = await this.helm('rollback', 'records', '--wait', '--timeout', TIMEOUT);
    requireThat(code === 0, `helm rollback succeeds: ${output}`);
  }

  async uninstall(): Promise<void> {
    const { code, output } = await this.helm('uninstall', 'records', '--wait', '--timeout', TIMEOUT);
    requireThat(code === 0, `helm uninstall succeeds: ${output}`);
  }

  private async change(
    verb: 'install' | 'upgrade',
    changes: Readonly<Record<string, string>>,
  ): Promise<void> {
    for (const [name, value] of Object.entries(changes)) this.changes.set(name, value);
    const words = [verb, 'records', CHART, ...this.options(this.changes), '--wait', '--timeout', TIMEOUT];
    const { code, output } = await this.helm(...words);
    requireThat(code === 0, `helm ${verb} succeeds: ${output}`);
  }

  private options(changes: ReadonlyMap<string, string>): string[] {
    const production = join(CHART, 'values-production.yaml');
    const set = [...changes].flatMap(([name, value]) => ['--set', `${name}=${value}`]);
    return ['--values', production, '--values', this.values, ...set];
  }

  private helm(...words: string[]): Promise<Outcome> {
    const { kubeconfig } = this.cluster;
    return runProgram(toolPath('helm'), [
      ...words,
      '--namespace',
      this.namespace,
      '--kubeconfig',
      kubeconfig,
    ]);
  }
}
