import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { StartError } from '@service/platform/errors';

const run = promisify(execFile);

/** The place of a pod in the network. */
export interface PodNetwork {
  readonly address: string;
  /** Name of its network namespace. */
  readonly namespace: string;
}

/**
 * A bridge of this machine, on which each pod has an address of its own. Like the network of a cluster it lets all pods
 * reach one another; unlike a cluster's network it enforces no NetworkPolicy, and resolves no names.
 */
export class PodNetworks {
  private readonly number: number;
  private last = 1;
  private readonly taken = new Set<PodNetwork>();

  private constructor(number: number) {
    this.number = number;
  }

  /** @throws StartError where this machine, or this user, cannot make one. */
  static async create(): Promise<PodNetworks> {
    for (let attempt = 0; ; attempt += 1) {
      const networks = new PodNetworks(1 + Math.floor(Math.random() * 254));
      try {
        await ip('link', 'add', networks.bridge, 'type', 'bridge');
      } catch (error) {
        if (attempt < 5) continue; // Another run may already use this number.
        throw new StartError(
          `A bridge cannot be made, for which this test needs root and iproute2: ${String(error)}`,
        );
      }
      await ip('address', 'add', `${networks.host}/24`, 'dev', networks.bridge);
      await ip('link', 'set', networks.bridge, 'up');
      return networks;
    }
  }

  /** The address of this machine in the network, at which pods find servers outside of the cluster. */
  get host(): string {
    return `10.83.${this.number}.1`;
  }

  /** All addresses. */
  get range(): string {
    return `10.83.${this.number}.0/24`;
  }

  async add(): Promise<PodNetwork> {
    this.last = this.last === 254 ? 2 : this.last + 1;
    const place = this.last;
    const network = { address: `10.83.${this.number}.${place}`, namespace: `${this.bridge}-${place}` };
    this.taken.add(network);
    const { address, namespace } = network;
    const outside = `${this.bridge}v${place}`;
    await ip('netns', 'add', namespace);
    await ip('link', 'add', outside, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace);
    await ip('link', 'set', outside, 'master', this.bridge, 'up');
    await ip('-n', namespace, 'address', 'add', `${address}/24`, 'dev', 'eth0');
    await ip('-n', namespace, 'link', 'set', 'lo', 'up');
    await ip('-n', namespace, 'link', 'set', 'eth0', 'up');
    await ip('-n', namespace, 'route', 'add', 'default', 'via', this.host);
    return network;
  }

  async remove(network: PodNetwork): Promise<void> {
    this.taken.delete(network);
    await ip('netns', 'delete', network.namespace);
  }

  async destroy(): Promise<void> {
    for (const network of this.taken) await this.remove(network).catch(() => undefined);
    await ip('link', 'delete', this.bridge);
  }

  private get bridge(): string {
    return `rvs${this.number}`;
  }
}

function ip(...words: string[]): Promise<unknown> {
  return run('ip', words);
}
