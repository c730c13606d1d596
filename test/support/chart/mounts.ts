import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { RenderedPod } from './render.ts';

/** A file that a pod has from a Secret or a ConfigMap. */
export interface MountedFile {
  path: string;
  /** Name of the Secret or ConfigMap, and which of its items it is. */
  source: string;
  key: string;
}

/** The files that a pod has from Secrets and ConfigMaps. */
export function mountedFiles({ spec, container }: RenderedPod): MountedFile[] {
  return spec.volumes.flatMap(({ name, secret, configMap, projected }) => {
    const mount = container.volumeMounts.find((each) => each.name === name);
    if (mount === undefined) throw new Error(`The volume ${name} is mounted nowhere.`);
    const sources = [
      ...(secret === undefined ? [] : [{ name: secret.secretName, items: secret.items }]),
      ...(configMap === undefined ? [] : [configMap]),
      ...(projected?.sources ?? []).map((source) => source.secret),
    ];
    return sources.flatMap((source) =>
      source.items.map(({ key, path }) => ({ path: join(mount.mountPath, path), source: source.name, key })),
    );
  });
}

/**
 * Writes the files of a pod under a directory.
 * @returns its environment variables, which name them there.
 */
export function layOut(
  pod: RenderedPod,
  directory: string,
  contentOf: (file: MountedFile) => string,
): Record<string, string> {
  for (const file of mountedFiles(pod)) {
    const path = join(directory, file.path);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, contentOf(file));
  }
  return Object.fromEntries(
    pod.container.env.map(({ name, value }) => [
      name,
      value.startsWith('/') ? join(directory, value) : value,
    ]),
  );
}
