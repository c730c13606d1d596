import { chmod, chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { KubernetesApi } from '../cluster/api.ts';
import type { FileSource, Pod, SecretObject, Volume } from '../cluster/kinds.ts';
import { writeVolumeFiles, type VolumeFiles } from './volume-files.ts';

/** A mount as the tool `container` takes it. */
export interface Mount {
  readonly Source: string;
  readonly Target: string;
  readonly ReadOnly: boolean;
  /** Options of a tmpfs, which has no source. */
  readonly Options: string;
}

/** Thrown where an object that a volume needs is not there: the kubelet waits for it. */
class MissingObject extends Error {
  override readonly name = 'MissingObject';
}

/** The volumes of one pod, in a directory of this machine. */
export class Volumes {
  private readonly api: KubernetesApi;
  private readonly pod: Pod;
  private readonly directory: string;

  constructor(api: KubernetesApi, pod: Pod, directory: string) {
    this.api = api;
    this.pod = pod;
    this.directory = directory;
  }

  /**
   * Makes what is missing, and brings the files of changed Secrets and ConfigMaps.
   * @throws MissingObject
   */
  async refresh(): Promise<void> {
    for (const volume of this.pod.spec.volumes ?? []) {
      const directory = this.placeOf(volume);
      if (volume.emptyDir === undefined) {
        await writeVolumeFiles(directory, await this.read(volume), this.group);
      } else {
        await mkdir(directory, { recursive: true });
        // The group fsGroup, which new files get too.
        await chown(directory, 0, this.group);
        await chmod(directory, 0o2777);
      }
    }
  }

  /** The mounts of the pod's container. */
  mounts(): Mount[] {
    const { volumes = [], containers } = this.pod.spec;
    return (containers[0]?.volumeMounts ?? []).map(({ name, mountPath, readOnly = false, subPath }) => {
      const volume = volumes.find((each) => each.name === name);
      if (volume === undefined || subPath !== undefined)
        throw new Error(`This kubelet cannot mount ${name} with a subPath, or without a volume.`);
      if (volume.emptyDir?.medium !== 'Memory')
        return { Source: this.placeOf(volume), Target: mountPath, ReadOnly: readOnly, Options: '' };
      const size = (volume.emptyDir.sizeLimit ?? '64Mi').replace('Mi', 'm');
      const Options = `size=${size},mode=2777,gid=${this.group}`;
      return { Source: '', Target: mountPath, ReadOnly: false, Options };
    });
  }

  private get group(): number {
    return this.pod.spec.securityContext.fsGroup ?? 0;
  }

  private placeOf({ name }: Volume): string {
    return join(this.directory, name);
  }

  private async read({ name, secret, configMap, projected }: Volume): Promise<VolumeFiles> {
    const sources = projected?.sources.map((each) => ({
      secret: each.secret,
      configMap: each.configMap,
    })) ?? [{ secret, configMap }];
    const files = new Map<string, Buffer>();
    for (const source of sources) {
      if (source.secret === undefined && source.configMap === undefined)
        throw new Error(`This kubelet knows no volume such as ${name}.`);
      const [kind, of] =
        source.secret === undefined ? ['configmaps', source.configMap] : ['secrets', source.secret];
      for (const [path, content] of await this.readSource(kind, of ?? {})) files.set(path, content);
    }
    return files;
  }

  private async readSource(kind: string, source: FileSource): Promise<[string, Buffer][]> {
    const name = source.secretName ?? source.name ?? '';
    const path = `/api/v1/namespaces/${this.pod.metadata.namespace}/${kind}/${name}`;
    const object = await this.api.find<SecretObject>(path);
    if (object === undefined) throw new MissingObject(`${kind} ${name} not found`);
    const data = Object.entries(object.data ?? {});
    const items = source.items ?? data.map(([key]) => ({ key, path: key }));
    return items.map((item) => {
      const value = object.data?.[item.key];
      if (value === undefined) throw new MissingObject(`${kind} ${name} has no ${item.key}`);
      return [item.path, Buffer.from(value, kind === 'secrets' ? 'base64' : 'utf8')];
    });
  }
}
