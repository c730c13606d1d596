import { requireThat, secondsSince } from '../report.ts';
import { eventually, type Cluster } from './cluster/cluster.ts';
import { isReady, type Pod } from './cluster/pod.ts';
import { inLines, inWords } from './service/figures.ts';
import type { Load } from './service/load.ts';
import { GATEWAY, NAMESPACE, SERVICE, type Release } from './service/release.ts';
import type { Surroundings } from './service/surroundings.ts';
import type { Tenant } from './service/tenant.ts';

/** Seconds after which an upgrade to a version without an image is given up. */
const GIVE_UP = 25;
/** How the service says that it cannot answer now. */
const UNAVAILABLE = '503 service.unavailable';

export interface Parts {
  readonly cluster: Cluster;
  readonly surroundings: Surroundings;
  readonly release: Release;
  readonly tenant: Tenant;
  readonly load: Load;
}

/** Disturbances of a release under load. Each returns its result as text. */
export class Disturbances {
  private readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  /** To three gateways. */
  async scale(): Promise<string[]> {
    await this.parts.release.upgrade({ 'apps.verify-api.autoscaling.min': '3' });
    await eventually('3 gateways answer', async () =>
      (await this.readyGateways()).length >= 3 ? true : undefined,
    );
    return this.withoutFailure();
  }

  /** Requests that the killed gateway had not answered fail, as do requests sent to it before its node notices. */
  async killGateway(): Promise<string[]> {
    const [pod] = await this.parts.cluster.pods(NAMESPACE, GATEWAY);
    const back = await this.killAndWait(pod);
    return [back, ...inLines(this.parts.load.takeFigures())];
  }

  /** Verifications may be refused until another record-store has the log: an answer needs a checkpoint of at most 5 s. */
  async killOwner(): Promise<string[]> {
    const { cluster, tenant, load } = this.parts;
    const pods = await cluster.pods(NAMESPACE, 'record-store');
    const working = await eventually('a record-store has the log', async () => {
      for (const pod of pods) {
        if ((await cluster.metrics(pod)).includes('\nrvs_transparency_log_head_age_seconds')) return pod;
      }
      return undefined;
    });
    const began = performance.now();
    const back = await this.killAndWait(working, async () => {
      const caller = tenant.caller();
      await eventually('a record is registered', async () =>
        (await tenant.register(caller)).status === 201 ? true : undefined,
      );
      caller.close();
      return `the next write is taken after ${secondsSince(began)}, `;
    });
    const figures = load.takeFigures();
    const others = [...figures.verifications.failures.keys()].filter((reason) => reason !== UNAVAILABLE);
    requireThat(
      others.length === 0,
      `verifications fail only with ${UNAVAILABLE}: ${inWords(figures.verifications)}`,
    );
    return [back, ...inLines(figures)];
  }

  async roll(version: string): Promise<string[]> {
    await this.parts.release.upgrade({ 'image.tag': version });
    await this.requireVersion(version);
    return this.withoutFailure();
  }

  /** @param absent a version without an image. @param running the version that stays. */
  async failUpgrade(absent: string, running: string): Promise<string[]> {
    // Without the Jobs, whose failure would end the upgrade before any pod is replaced.
    const changes = { 'image.tag': absent, 'migrations.enabled': 'false', 'topics.enabled': 'false' };
    const { code } = await this.parts.release.tryUpgrade(changes, GIVE_UP);
    requireThat(code !== 0, 'helm says that the upgrade failed');
    await this.parts.release.rollBack();
    await this.requireVersion(running);
    return this.withoutFailure();
  }

  /** @param work on something else. */
  async beside(work: () => Promise<string>): Promise<string[]> {
    this.parts.load.takeFigures();
    return [await work(), ...this.withoutFailure()];
  }

  async rotateCertificate(): Promise<string[]> {
    const { surroundings } = this.parts;
    const before = await this.gateways();
    const former = await this.certificates();
    await this.changeSecret('records-tls', await surroundings.newCertificate());
    await eventually('every gateway has the new certificate', async () => {
      const now = await this.certificates();
      return now.length > 0 && now.every((each) => !former.includes(each)) ? true : undefined;
    });
    requireThat((await this.gateways()).join() === before.join(), 'no pod is replaced');
    return this.withoutFailure();
  }

  /** Follows docs/kubernetes.md: changes the password in the database and in the Secret, and then restarts the pods. */
  async rotatePassword(): Promise<string[]> {
    const name = 'records-database-verify-api';
    const { data } = await this.parts.cluster.get<{ data: Record<string, string> }>(
      NAMESPACE,
      `secrets/${name}`,
    );
    const uri = new URL(Buffer.from(String(data['uri']), 'base64').toString());
    uri.password = `changed${Date.now()}`;
    const statement = `ALTER ROLE ${uri.username} PASSWORD '${uri.password}'`;
    await this.parts.surroundings.database.query(statement);
    await this.changeSecret(name, { uri: uri.href, password: uri.password });
    const before = await this.gateways();
    await this.kubectl('rollout', 'restart', `deployment/${SERVICE}`);
    await this.kubectl('rollout', 'status', `deployment/${SERVICE}`, '--timeout=600s');
    const after = await this.gateways();
    requireThat(!before.some((pod) => after.includes(pod)), 'every gateway is replaced');
    return this.withoutFailure();
  }

  async drain(): Promise<string[]> {
    const { cluster } = this.parts;
    const pods = await cluster.pods(NAMESPACE);
    const node = String(pods.find(({ metadata }) => metadata.name.startsWith(SERVICE))?.spec.nodeName);
    const moved = pods.filter(({ spec }) => spec.nodeName === node).length;
    await this.kubectl('drain', node, '--delete-emptydir-data', '--timeout=600s');
    await eventually('all pods are ready elsewhere', async () => {
      const now = await cluster.pods(NAMESPACE);
      const good = now.filter((pod) => isReady(pod) && pod.spec.nodeName !== node);
      // Two of each owner, and three or four gateways, as the HPA wants.
      return good.length === now.length && now.length >= 9 ? true : undefined;
    });
    await this.kubectl('uncordon', node);
    return [`${moved} pods left ${node}`, ...this.withoutFailure()];
  }

  /** @param meanwhile also awaited. @returns how long both took. */
  private async killAndWait(pod: Pod | undefined, meanwhile?: () => Promise<string>): Promise<string> {
    requireThat(pod !== undefined, 'there is a pod to kill');
    const { name, uid } = pod.metadata;
    const restarts = (pod.status.containerStatuses?.[0]?.restartCount ?? 0) + 1;
    this.parts.load.takeFigures();
    const began = performance.now();
    await this.parts.cluster.kill(pod);
    const said = await meanwhile?.();
    await eventually(`${name} is ready again`, async () => {
      const now = await this.parts.cluster.get<Pod>(NAMESPACE, `pods/${name}`);
      const [container] = now.status.containerStatuses ?? [];
      return now.metadata.uid === uid && container?.restartCount === restarts && isReady(now)
        ? true
        : undefined;
    });
    return `${said ?? ''}ready again after ${secondsSince(began)}`;
  }

  /** The figures of the load. @throws ClaimFailed where a request failed. */
  private withoutFailure(): string[] {
    const taken = this.parts.load.takeFigures();
    for (const figures of [taken.verifications, taken.writes])
      requireThat(
        figures.requests > 0 && figures.failures.size === 0,
        `no request fails: ${inWords(figures)}`,
      );
    return inLines(taken);
  }

  private async requireVersion(version: string): Promise<void> {
    const { cluster } = this.parts;
    for (const pod of (await cluster.pods(NAMESPACE)).filter(isReady)) {
      const said = /^rvs_build_info\{.*version="([^"]+)"/m.exec(await cluster.metrics(pod))?.[1];
      requireThat(said === version, `${pod.metadata.name} runs ${version} (it says ${said})`);
    }
  }

  private async readyGateways(): Promise<Pod[]> {
    return (await this.parts.cluster.pods(NAMESPACE, GATEWAY)).filter(isReady);
  }

  /** SHA-256 of the certificate of each ready gateway. */
  private async certificates(): Promise<string[]> {
    const asked = (await this.readyGateways()).map(({ status }) =>
      this.parts.tenant.verifyAt({ address: String(status.podIP), port: 3000 }),
    );
    return (await Promise.all(asked)).map(({ certificate }) => certificate);
  }

  private async gateways(): Promise<string[]> {
    const pods = await this.parts.cluster.pods(NAMESPACE, GATEWAY);
    return pods.map(({ metadata }) => metadata.name).toSorted();
  }

  private async changeSecret(name: string, stringData: object): Promise<void> {
    await this.kubectl('patch', 'secret', name, '--patch', JSON.stringify({ stringData }));
  }

  private async kubectl(...words: string[]): Promise<void> {
    await this.parts.cluster.kubectl('--namespace', NAMESPACE, ...words);
  }
}
