import { join } from 'node:path';
import { RELEASE } from '@service/platform/release';
import { ClaimFailed, Report, requireThat } from '../report.ts';
import { Cluster, eventually } from './cluster/cluster.ts';
import { Disturbances, untilAnswering } from './disturbances.ts';
import { makeImage, makeNextImage } from './kubelet/image.ts';
import { Endpoints } from './service/endpoints.ts';
import { mostMemory } from './service/figures.ts';
import { Load } from './service/load.ts';
import { GATEWAY, NAMESPACE, Release, REPOSITORY, SERVICE } from './service/release.ts';
import { Surroundings } from './service/surroundings.ts';
import { Tenant } from './service/tenant.ts';

/** The version that the service is upgraded to, and a version without an image. */
const NEXT = `${RELEASE}-next`;
const ABSENT = `${RELEASE}-absent`;

/** Tests the promises of docs/kubernetes.md on a real control plane, with figures. */
export class ClusterTest {
  private readonly report = new Report();
  private readonly cluster: Cluster;
  private readonly surroundings: Surroundings;
  private readonly release: Release;
  private readonly endpoints = new Endpoints();
  private readonly tenant = new Tenant(this.endpoints);
  private readonly load = new Load();
  private readonly over = new AbortController();
  private readonly root: string;
  /** Steps that failed. */
  private readonly broken: string[] = [];

  /** @param root a directory of the run. */
  constructor(root: string) {
    this.root = root;
    this.cluster = new Cluster(root);
    this.surroundings = new Surroundings(root);
    this.release = new Release(this.cluster.control);
  }

  /** @throws ClaimFailed where something is not as the documentation says. */
  async run(): Promise<void> {
    const { report, cluster, surroundings, release, endpoints, tenant, load } = this;
    await report.step('images', () => this.makeImages());
    await report.step('control plane and three nodes', () => cluster.start().then(() => []));
    await report.step('PostgreSQL and Kafka, both over TLS', () => this.startServers());
    await report.step('helm install', () => this.install());
    await report.step('a record is made, and verified at each address', () => this.verifyEverywhere());
    await report.step('pods are restricted', () => this.checkRestrictions());
    load.start(tenant);
    const under = new Disturbances({ cluster, surroundings, release, endpoints, tenant, load });
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
    await load.stop();
    await report.step('helm uninstall', () => this.uninstall());
    report.total();
    requireThat(this.broken.length === 0, `every step keeps its promise (broken: ${this.broken.join(', ')})`);
  }

  /** Ends whatever still runs. */
  async stop(): Promise<void> {
    this.over.abort();
    await this.load.stop();
    await this.cluster.stop();
    await this.surroundings.stop();
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
    await this.endpoints.follow(this.cluster.control.api, NAMESPACE, SERVICE, this.over.signal);
    await untilAnswering(this.endpoints, 2);
    return 'the Jobs migrate and topics first, then 8 pods';
  }

  private async verifyEverywhere(): Promise<string> {
    const { cluster, tenant, endpoints } = this;
    const [pod] = await cluster.pods(NAMESPACE, GATEWAY);
    const command = ['node', 'dist/verify-api/commands/bootstrap.js', '--print'];
    await tenant.begin(this.surroundings.ca, await cluster.execute(pod, ...command));
    const caller = tenant.caller();
    for (const endpoint of endpoints.all) {
      await eventually(`the record is verified at ${endpoint.address}`, async () => {
        const { status, body } = await tenant.verify(caller, endpoint);
        return status === 200 && body.evidence?.provenance.verified === true ? true : undefined;
      });
    }
    caller.close();
    return endpoints.all.map(({ address, port }) => `${address}:${port}`).join(', ');
  }

  private async checkRestrictions(): Promise<string> {
    const pods = await this.cluster.allPods(NAMESPACE);
    for (const pod of pods) {
      const { name } = pod.metadata;
      const status = await this.cluster.containerOf(pod).status();
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

  private async uninstall(): Promise<string[]> {
    const { api } = this.cluster.control;
    await this.release.uninstall();
    const list = (kind: string) =>
      api.ask<{ items: unknown[] }>('GET', `/api/v1/namespaces/${NAMESPACE}/${kind}`);
    await eventually('no pod is left', async () =>
      (await list('pods')).items.length === 0 ? true : undefined,
    );
    const { killed, unhealthy, ended, memory } = this.cluster.diary;
    requireThat(killed.length === 0, `every pod ends within its grace period (killed: ${killed.join(', ')})`);
    requireThat(unhealthy.length === 0, `no probe ends a pod: ${unhealthy.join(', ')}`);
    // Except the two pods that were killed on purpose.
    requireThat(ended.length === 2, `no other pod ends by itself, or with an error: ${ended.join(', ')}`);
    const { items } = await list('secrets');
    requireThat(items.length > 0, 'the Secrets stay');
    return [
      `${items.length} Secrets stay; every pod ended by itself, within its grace period`,
      ...mostMemory(memory),
    ];
  }
}
