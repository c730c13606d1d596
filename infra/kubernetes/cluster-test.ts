import { get } from 'node:http';
import { join } from 'node:path';
import { RELEASE } from '@service/platform/release';
import { Report, requireThat } from '../report.ts';
import { Cluster, eventually, isReady } from './cluster/cluster.ts';
import type { Pod } from './cluster/kinds.ts';
import { makeImage, makeNextImage } from './kubelet/image.ts';
import { Caller, type Answer } from './service/caller.ts';
import { Endpoints } from './service/endpoints.ts';
import { Load, type Figures } from './service/load.ts';
import { NAMESPACE, Release, REPOSITORY } from './service/release.ts';
import { Surroundings } from './service/surroundings.ts';

const GATEWAY = 'verify-api';
const SERVICE = `records-${GATEWAY}`;
/** The version that the service is rolled to, and one of which there is no image. */
const NEXT = `${RELEASE}-next`;
const ABSENT = `${RELEASE}-absent`;
/** Seconds in which an upgrade to a version without an image is given up. */
const GIVE_UP = 25;

/** The chart on a real control plane: what docs/kubernetes.md promises of it, with figures. */
export class ClusterTest {
  private readonly report = new Report();
  private readonly cluster: Cluster;
  private readonly surroundings: Surroundings;
  private readonly release: Release;
  private readonly endpoints = new Endpoints();
  private readonly load = new Load();
  private readonly over = new AbortController();
  private readonly root: string;
  private tokens: Readonly<Record<string, string>> = {};
  private authorityId = '';
  private recordId = '';

  /** @param root a directory of the run. */
  constructor(root: string) {
    this.root = root;
    this.cluster = new Cluster(root);
    this.surroundings = new Surroundings(root);
    this.release = new Release(this.cluster.control);
  }

  /** @throws BrokenPromise where something is not as the documentation says. */
  async run(): Promise<void> {
    const { report } = this;
    await report.step('images', () => this.makeImages());
    await report.step('control plane and three nodes', () => this.cluster.start().then(() => []));
    await report.step('PostgreSQL and Kafka, both over TLS', () => this.startServers());
    await report.step('helm install', () => this.install());
    await report.step('a record is made, and verified at each address', () => this.verifyEverywhere());
    await report.step('pods are restricted', () => this.checkRestrictions());
    this.startLoad();
    await report.step('scaled from 2 gateways to 3', () => this.scale());
    await report.step('kill -9 of a gateway', () => this.killGateway());
    await report.step('kill -9 of the record-store that works', () => this.killOwner());
    await report.step(`rolled to ${NEXT}`, () => this.roll());
    await report.step('an upgrade without an image fails, and is rolled back', () => this.failUpgrade());
    await report.step('TLS certificate rotated', () => this.rotateCertificate());
    await report.step('database password rotated', () => this.rotatePassword());
    await report.step('a node is drained', () => this.drain());
    await this.load.stop();
    await report.step('helm uninstall', () => this.uninstall());
    report.total();
  }

  /** Ends whatever still runs. */
  async stop(): Promise<void> {
    this.over.abort();
    await this.load.stop();
    await this.cluster.stop();
    await this.surroundings.stop();
  }

  private async makeImages(): Promise<string[]> {
    const root = join(this.root, 'images');
    const image = await makeImage(`${REPOSITORY}:${RELEASE}`, join(root, RELEASE));
    const next = await makeNextImage(image, `${REPOSITORY}:${NEXT}`, join(root, NEXT), NEXT);
    this.cluster.images.push(image, next);
    return [];
  }

  private async startServers(): Promise<string> {
    const { cluster, surroundings } = this;
    await surroundings.start(cluster.networks);
    await cluster.createNamespace(NAMESPACE);
    const count = await surroundings.createSecrets(cluster.control.api, NAMESPACE, cluster.networks);
    await this.release.prepare(surroundings);
    return `${count} Secrets, in a namespace that takes only restricted pods`;
  }

  private async install(): Promise<string> {
    await this.release.install(RELEASE);
    const { api } = this.cluster.control;
    await this.endpoints.follow(api, NAMESPACE, SERVICE, this.over.signal);
    await this.untilAnswering(2);
    return 'the Jobs migrate and topics first, then 8 pods';
  }

  private async verifyEverywhere(): Promise<string> {
    const [pod] = await this.cluster.pods(NAMESPACE, GATEWAY);
    requireThat(pod !== undefined, 'there is a gateway');
    const shown = await this.cluster.execute(
      pod as Pod,
      'node',
      'dist/verify-api/commands/bootstrap.js',
      '--print',
    );
    this.tokens = (JSON.parse(shown) as { production: Record<string, string> }).production;
    const caller = this.caller();
    const terms = { issuer: 'Registry', scope: ['verify'], valid_until: '2090-01-01T00:00:00Z' };
    this.authorityId = await this.make(caller, '/v1/authorities', terms);
    this.recordId = await this.make(caller, '/v1/records', this.record());
    const { all } = this.endpoints;
    for (const endpoint of all) {
      const { address } = endpoint;
      await eventually(`the record is verified at ${address}`, async () => {
        const { status, body } = await caller.askAt(
          endpoint,
          'POST',
          '/v1/records/verify',
          this.token('verify'),
          { record_id: this.recordId },
        );
        return status === 200 && body.evidence?.provenance.verified === true ? true : undefined;
      });
    }
    caller.close();
    return all.map(({ address, port }) => `${address}:${port}`).join(', ');
  }

  private async checkRestrictions(): Promise<string> {
    const pods = await this.allPods();
    for (const pod of pods) {
      const { name } = pod.metadata;
      const status = (await this.cluster.workerOf(pod).container?.status()) ?? '';
      const is = (line: RegExp) => requireThat(line.test(status), `${name} has ${line.source}: ${status}`);
      is(/^Uid:\t10001\t10001\t10001\t10001$/m);
      for (const set of ['CapPrm', 'CapEff', 'CapBnd', 'CapAmb']) is(new RegExp(`^${set}:\\t0{16}$`, 'm'));
      is(/^NoNewPrivs:\t1$/m);
      const write = `try { require('node:fs').writeFileSync('/service/x', '') } catch ({ code }) { console.log(code) }`;
      const said = await this.cluster.execute(pod, 'node', '--eval', write);
      requireThat(said.trim() === 'EROFS', `the root of ${name} is read-only: ${said}`);
    }
    return `${pods.length} pods: uid 10001, no capability, no new privileges, read-only root, no shell`;
  }

  private startLoad(): void {
    const verify = (caller: Caller) =>
      caller.ask('POST', '/v1/records/verify', this.token('verify'), { record_id: this.recordId });
    const write = (caller: Caller) => caller.ask('POST', '/v1/records', this.token('admin'), this.record());
    this.load.start(this.endpoints, this.surroundings.ca, verify, write);
  }

  private async scale(): Promise<string[]> {
    await this.release.upgrade({ 'apps.verify-api.autoscaling.min': '3' });
    await this.untilAnswering(3);
    return this.withoutFailure();
  }

  private async killGateway(): Promise<string[]> {
    const [pod] = await this.cluster.pods(NAMESPACE, GATEWAY);
    const back = await this.killAndWait(pod);
    const { verifications, writes } = this.load.look();
    return [
      `ready again after ${back} s`,
      `verifications: ${told(verifications)}`,
      `writes: ${told(writes)}`,
    ];
  }

  private async killOwner(): Promise<string[]> {
    const pods = await this.cluster.pods(NAMESPACE, 'record-store');
    const working = await eventually('a record-store has the log', async () => {
      for (const pod of pods) {
        if ((await metrics(pod)).includes('\nrvs_transparency_log_head_age_seconds')) return pod;
      }
      return undefined;
    });
    const back = await this.killAndWait(working);
    const caller = this.caller();
    await eventually('a record is registered', async () => {
      const { status } = await caller.ask('POST', '/v1/records', this.token('admin'), this.record());
      return status === 201 ? true : undefined;
    });
    caller.close();
    const { verifications, writes } = this.load.look();
    requireThat(verifications.failures.size === 0, `no verification fails: ${told(verifications)}`);
    return [
      `ready again after ${back} s`,
      `verifications: ${told(verifications)}`,
      `writes: ${told(writes)}`,
    ];
  }

  private async roll(): Promise<string[]> {
    await this.release.upgrade({ 'image.tag': NEXT });
    await this.requireVersion(NEXT);
    return this.withoutFailure();
  }

  private async failUpgrade(): Promise<string[]> {
    // Without the Jobs, at which Helm would stop already.
    const changes = { 'image.tag': ABSENT, 'migrations.enabled': 'false', 'topics.enabled': 'false' };
    const { code } = await this.release.tryUpgrade(changes, GIVE_UP);
    requireThat(code !== 0, 'helm says that the upgrade failed');
    await this.release.rollBack();
    await this.requireVersion(NEXT);
    return this.withoutFailure();
  }

  private async rotateCertificate(): Promise<string[]> {
    const before = await this.podNames(GATEWAY);
    const former = await this.certificates();
    const stringData = await this.surroundings.newCertificate();
    await this.changeSecret('records-tls', stringData);
    await eventually('every gateway has the new certificate', async () => {
      const now = await this.certificates();
      return now.every((each) => !former.includes(each)) && new Set(now).size === 1 ? true : undefined;
    });
    requireThat((await this.podNames(GATEWAY)) === before, 'no pod is replaced');
    return this.withoutFailure();
  }

  private async rotatePassword(): Promise<string[]> {
    const { control } = this.cluster;
    const name = 'records-database-verify-api';
    const path = `/api/v1/namespaces/${NAMESPACE}/secrets/${name}`;
    const { data } = await control.api.ask<{ data: Record<string, string> }>('GET', path);
    const uri = new URL(Buffer.from(String(data['uri']), 'base64').toString());
    uri.password = `changed${Date.now()}`;
    await this.surroundings.database.query(`ALTER ROLE ${uri.username} PASSWORD '${uri.password}'`);
    await this.changeSecret(name, { uri: uri.href, password: uri.password });
    const before = await this.cluster.pods(NAMESPACE, GATEWAY);
    await this.kubectl('rollout', 'restart', `deployment/${SERVICE}`);
    await this.kubectl('rollout', 'status', `deployment/${SERVICE}`, '--timeout=600s');
    const after = await this.podNames(GATEWAY);
    requireThat(!before.some(({ metadata }) => after.includes(metadata.name)), 'every gateway is replaced');
    return this.withoutFailure();
  }

  private async drain(): Promise<string[]> {
    const pods = await this.allPods();
    const [gateway] = await this.cluster.pods(NAMESPACE, GATEWAY);
    const node = String(gateway?.spec.nodeName);
    const moved = pods.filter(({ spec }) => spec.nodeName === node).length;
    await this.kubectl('drain', node, '--delete-emptydir-data', '--timeout=600s');
    await eventually('all pods are ready elsewhere', async () => {
      const now = await this.allPods();
      const good = now.filter((pod) => isReady(pod) && pod.spec.nodeName !== node);
      return good.length === pods.length ? true : undefined;
    });
    await this.kubectl('uncordon', node);
    return [`${moved} pods left ${node}`, ...this.withoutFailure()];
  }

  private async uninstall(): Promise<string[]> {
    const { api } = this.cluster.control;
    const secrets = () => api.ask<{ items: unknown[] }>('GET', `/api/v1/namespaces/${NAMESPACE}/secrets`);
    await this.release.uninstall();
    await eventually('no pod is left', async () => {
      const { items } = await api.ask<{ items: Pod[] }>('GET', `/api/v1/namespaces/${NAMESPACE}/pods`);
      return items.length === 0 ? true : undefined;
    });
    const { killed, unhealthy, ended, memory } = this.cluster.diary;
    requireThat(killed.length === 0, `every pod ends within its grace period, but not ${killed.join(', ')}`);
    requireThat(unhealthy.length === 0, `no probe ends a pod: ${unhealthy.join(', ')}`);
    // The two that were killed.
    requireThat(ended.length === 2, `no other pod ends by itself, or with an error: ${ended.join(', ')}`);
    const { items } = await secrets();
    requireThat(items.length > 0, 'the Secrets stay');
    return [
      `${items.length} Secrets stay; every pod ended by itself within its grace period`,
      ...mostMemory(memory),
    ];
  }

  private async killAndWait(pod: Pod | undefined): Promise<string> {
    requireThat(pod !== undefined, 'there is a pod to kill');
    const { name, uid } = (pod as Pod).metadata;
    this.load.look();
    const began = performance.now();
    await this.cluster.workerOf(pod as Pod).container?.kill();
    const path = `/api/v1/namespaces/${NAMESPACE}/pods/${name}`;
    await eventually(`${name} is ready again`, async () => {
      const now = await this.cluster.control.api.ask<Pod>('GET', path);
      const [container] = now.status.containerStatuses ?? [];
      return now.metadata.uid === uid && container?.restartCount === 1 && isReady(now) ? true : undefined;
    });
    return ((performance.now() - began) / 1_000).toFixed(1);
  }

  /** What the load says of a step in which no verification may fail, and no write either. */
  private withoutFailure(): string[] {
    const { verifications, writes } = this.load.look();
    requireThat(
      verifications.requests > 0 && verifications.failures.size === 0,
      `no verification fails: ${told(verifications)}`,
    );
    requireThat(writes.requests > 0 && writes.failures.size === 0, `no write fails: ${told(writes)}`);
    return [`verifications: ${told(verifications)}`, `writes: ${told(writes)}`];
  }

  private async requireVersion(version: string): Promise<void> {
    for (const pod of await this.allPods()) {
      const said = /^rvs_build_info\{.*version="([^"]+)"/m.exec(await metrics(pod))?.[1];
      requireThat(said === version, `${pod.metadata.name} runs ${version}, not ${said}`);
    }
  }

  private async untilAnswering(count: number): Promise<void> {
    await eventually(`${count} gateways answer`, async () =>
      this.endpoints.all.length === count ? true : undefined,
    );
  }

  private async certificates(): Promise<string[]> {
    const asked = this.endpoints.all.map(async (endpoint) => {
      const caller = this.caller();
      const { certificate } = await caller.askAt(endpoint, 'GET', '/v1/usage', this.token('verify'));
      caller.close();
      return certificate;
    });
    return Promise.all(asked);
  }

  private async allPods(): Promise<readonly Pod[]> {
    const apps = [GATEWAY, 'credential-authority', 'record-store', 'webhook-dispatcher'];
    return (await Promise.all(apps.map((app) => this.cluster.pods(NAMESPACE, app)))).flat();
  }

  private async podNames(app: string): Promise<string> {
    const pods = await this.cluster.pods(NAMESPACE, app);
    return pods
      .map(({ metadata }) => metadata.name)
      .toSorted()
      .join();
  }

  private async changeSecret(name: string, stringData: object): Promise<void> {
    const path = `/api/v1/namespaces/${NAMESPACE}/secrets/${name}`;
    await this.cluster.control.api.ask('PATCH', path, { stringData });
  }

  private async kubectl(...words: string[]): Promise<void> {
    const { code, output } = await this.cluster.control.kubectl('--namespace', NAMESPACE, ...words);
    requireThat(code === 0, `kubectl ${words.join(' ')} succeeds: ${output}`);
  }

  private caller(): Caller {
    return new Caller(this.endpoints, this.surroundings.ca, false);
  }

  private async make(caller: Caller, path: string, members: object): Promise<string> {
    const answer = await eventually<Answer>(`${path} takes something new`, async () => {
      const made = await caller.ask('POST', path, this.token('admin'), members);
      return made.status === 503 ? undefined : made;
    });
    requireThat(
      answer.status === 201,
      `${path} answers 201, not ${answer.status} ${answer.body.error?.code}`,
    );
    return String(answer.body.id);
  }

  private record(): object {
    const content = `content ${Math.random()}`;
    return { authority_id: this.authorityId, origin: 'https://registry.example/1', content };
  }

  private token(role: 'admin' | 'verify'): string {
    return this.tokens[role] ?? '';
  }
}

/** What a pod answers to Prometheus. */
function metrics(pod: Pod): Promise<string> {
  return new Promise((resolve, reject) => {
    get(`http://${pod.status.podIP}:3001/metrics`, { agent: false }, (response) => {
      let all = '';
      response.setEncoding('utf8').on('data', (chunk) => (all += String(chunk)));
      response.on('end', () => resolve(all));
    }).on('error', reject);
  });
}

function told({ requests, failures, median, slowest }: Figures): string {
  const reasons = [...failures].map(([reason, count]) => `${count} ${reason}`);
  const failed = [...failures.values()].reduce((sum, count) => sum + count, 0);
  const all = `${requests} requests, ${failed} failed${failed > 0 ? ` (${reasons.join(', ')})` : ''}`;
  return `${all}, median ${median.toFixed(0)} ms, slowest ${slowest.toFixed(0)} ms`;
}

/** By app, the most memory that one of its pods took. */
function mostMemory(memory: ReadonlyMap<string, number>): string[] {
  const most = new Map<string, number>();
  for (const [pod, bytes] of memory) {
    const app = pod.replace(/^records-/, '').replace(/(-[a-z0-9]+){1,2}$/, '');
    most.set(app, Math.max(most.get(app) ?? 0, bytes));
  }
  if (most.size === 0) return [];
  const texts = [...most].map(([app, bytes]) => `${app} ${Math.round(bytes / 1024 ** 2)}`);
  return [`most memory of a pod, MiB: ${texts.join(', ')}`];
}
