import { join } from 'node:path';
import { RELEASE } from '@service/platform/release';
import { DockerEngine } from '../engine/docker.ts';
import { Images, PRODUCT } from '../engine/images.ts';
import { runOnEngine } from '../engine/run-on-engine.ts';
import { ClaimFailed, Report, requireThat } from '../report.ts';
import { Cluster, eventually } from './cluster/cluster.ts';
import { Diary } from './cluster/diary.ts';
import { isReady } from './cluster/pod.ts';
import { Disturbances } from './disturbances.ts';
import { checkPolicies, moveDatabase } from './policies.ts';
import { checkRestrictions } from './restrictions.ts';
import { SecondRelease } from './second-release.ts';
import { Load } from './service/load.ts';
import { GATEWAY, NAMESPACE, Release, SERVICE } from './service/release.ts';
import { Surroundings } from './service/surroundings.ts';
import { Tenant } from './service/tenant.ts';

/** The version that the service is upgraded to, and a version without an image. */
const NEXT = `${RELEASE}-next`;
const ABSENT = `${RELEASE}-absent`;

/** Tests the promises of docs/kubernetes.md on a real Kubernetes, with figures. */
class ClusterTest {
  private readonly report = new Report();
  private readonly folder: string;
  private readonly images: string;
  private readonly cluster: Cluster;
  private readonly surroundings: Surroundings;
  private readonly release: Release;
  private readonly second: SecondRelease;
  private readonly tenant = new Tenant();
  private readonly load: Load;
  private engine: DockerEngine | undefined;
  private diary: Diary | undefined;
  /** Pods that started again by themselves because a server did not answer in time, on a busy machine. */
  private startedAgain = 0;
  /** Steps that failed. */
  private readonly broken: string[] = [];

  /** @param folder of the engine and of the cluster. */
  constructor(folder: string) {
    this.folder = folder;
    this.images = join(folder, 'images.tar');
    this.cluster = new Cluster(join(folder, 'cluster'));
    this.surroundings = new Surroundings(join(this.cluster.folder, 'surroundings'));
    this.release = new Release(this.cluster, NAMESPACE);
    this.second = new SecondRelease(this.cluster);
    this.load = new Load(join(this.cluster.folder, 'failures'));
  }

  /** @throws ClaimFailed where something is not as the documentation says. */
  async run(): Promise<void> {
    const { report, cluster, surroundings, release, tenant, load } = this;
    await report.step('images', () => this.makeImages());
    await report.step('control plane and two nodes', () => cluster.start(this.images).then(() => []));
    await report.step('PostgreSQL and Kafka, both over TLS', () => this.startServers());
    await report.step('helm install', () => this.install());
    await report.step('a record is made, and verified at each address', () => this.verifyEverywhere());
    await this.attempt('pods are restricted', () => checkRestrictions(cluster));
    await this.attempt('network policies', () => checkPolicies(cluster, surroundings));
    await this.attempt('an upgrade names another database', () => moveDatabase(release));
    load.start(tenant);
    const under = new Disturbances({ cluster, surroundings, release, tenant, load });
    await this.attempt('scaled from 2 gateways to 3', () => under.scale());
    await this.attempt('kill -9 of a gateway', () => under.killGateway());
    await this.attempt('kill -9 of the record-store that works', () => under.killOwner());
    await this.attempt(`rolled to ${NEXT}`, () => under.roll(NEXT));
    await this.attempt('an upgrade without an image fails, and is rolled back', () =>
      under.failUpgrade(ABSENT, NEXT),
    );
    await this.attempt('TLS certificate rotated', () => under.rotateCertificate());
    await this.attempt('database password rotated', () => under.rotatePassword());
    await this.attempt('a node is drained', () => under.drain());
    await this.attempt('a second release in another namespace', () => this.second.install(RELEASE));
    await this.attempt('the second is upgraded, while the first serves', () =>
      under.beside(() => this.second.upgrade(NEXT)),
    );
    await report.step('memory and CPU', () => this.showFigures());
    await load.stop();
    await report.step('helm uninstall', () => this.uninstall());
    report.total();
    requireThat(this.broken.length === 0, `every step keeps its promise (broken: ${this.broken.join(', ')})`);
  }

  /** Ends whatever still runs. */
  async stop(): Promise<void> {
    await this.load.stop();
    await this.diary?.stop();
    await this.cluster.stop();
    await this.surroundings.stop();
    await this.second.stop();
    await this.engine?.stop();
  }

  /** A step; a failure does not stop the next one. */
  private attempt(name: string, work: () => Promise<string[]>): Promise<void> {
    return this.report.step(name, async () => {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof ClaimFailed)) throw error;
        this.broken.push(name);
        return [`BROKEN: ${error.message}`];
      }
    });
  }

  private async makeImages(): Promise<string[]> {
    this.engine = await DockerEngine.start('build', join(this.folder, 'docker'));
    const images = new Images(this.engine, this.folder);
    await images.buildProduct(RELEASE);
    const names = [
      `${PRODUCT}:${RELEASE}`,
      await images.buildNext(RELEASE, NEXT),
      await images.buildKubernetes(),
    ];
    await this.engine.docker('save', '--output', this.images, ...names);
    await this.engine.stop();
    return names;
  }

  private async startServers(): Promise<string> {
    const { cluster, surroundings } = this;
    await surroundings.start();
    await cluster.createNamespace(NAMESPACE);
    this.diary = new Diary(cluster.kubeconfig, NAMESPACE);
    const count = await surroundings.createSecrets(cluster, NAMESPACE);
    await this.release.prepare(surroundings, { gateway: '300m', owner: '100m' });
    return `${count} Secrets, in a namespace that takes only restricted pods`;
  }

  private async install(): Promise<string> {
    await this.release.install(RELEASE);
    this.startedAgain = this.diary?.restarts ?? 0;
    return `the Jobs migrate and topics first, then 8 pods, of which ${this.startedAgain} started again`;
  }

  private async verifyEverywhere(): Promise<string> {
    const { cluster, tenant } = this;
    const { spec } = await cluster.get<{ spec: { clusterIP: string; ports: { port: number }[] } }>(
      NAMESPACE,
      `services/${SERVICE}`,
    );
    const service = { address: spec.clusterIP, port: spec.ports[0]?.port ?? 0 };
    const gateways = (await cluster.pods(NAMESPACE, GATEWAY)).filter(isReady);
    requireThat(gateways[0] !== undefined, 'a gateway is ready');
    const command = ['node', 'dist/verify-api/commands/bootstrap.js', '--print'];
    await tenant.begin(service, this.surroundings.ca, await cluster.execute(gateways[0], ...command));
    const pods = gateways.map(({ status }) => ({ address: String(status.podIP), port: 3000 }));
    for (const endpoint of [service, ...pods]) {
      await eventually(`the record is verified at ${endpoint.address}`, async () => {
        const { status, body } = await tenant.verifyAt(endpoint);
        return status === 200 && body.evidence?.provenance.verified === true ? true : undefined;
      });
    }
    return [service, ...pods].map(({ address, port }) => `${address}:${port}`).join(', ');
  }

  /** As metrics-server sees them. */
  private async showFigures(): Promise<string[]> {
    const said = await this.cluster.kubectl('top', 'pods', '--namespace', NAMESPACE, '--no-headers');
    return said.trim().split('\n');
  }

  private async uninstall(): Promise<string[]> {
    const { cluster, diary } = this;
    const namesOf = (kind: string) =>
      cluster.kubectl('get', kind, '--namespace', NAMESPACE, '--output', 'name');
    await this.release.uninstall();
    await eventually('no pod is left', async () => ((await namesOf('pods')) === '' ? true : undefined));
    const ends = [...(diary?.ends ?? [])];
    const bad = ends.filter(([, code]) => code !== 0).map((end) => end.join(': '));
    const restarts = (diary?.restarts ?? 0) - this.startedAgain;
    requireThat(ends.length > 16, `the ends of pods were seen: ${ends.length}`);
    requireThat(bad.length === 0, `every pod ends by itself, and within its grace period: ${bad.join(', ')}`);
    // Those that were killed on purpose.
    requireThat(restarts === 2, `no other pod ends before it is told to: ${restarts} started again`);
    const secrets = (await namesOf('secrets')).trim().split('\n');
    requireThat(secrets.length > 1, 'the Secrets stay');
    return [
      `${secrets.length} Secrets stay; ${ends.length} pods ended by themselves, within their grace period`,
    ];
  }
}

await runOnEngine(
  'test:kubernetes',
  ['containerd', 'runc', 'iptables', 'nft', 'nsenter', 'openssl', '/usr/lib/cni/bridge'],
  ['helm', 'kube'],
  (folder) => new ClusterTest(folder),
);
