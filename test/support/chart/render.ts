import { parseAllDocuments } from 'yaml';
import { CHART, runTool } from './tools.ts';

export interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels?: Record<string, string>; annotations?: Record<string, string> };
  spec?: unknown;
}

interface Container {
  name: string;
  command: string[];
  env: { name: string; value: string }[];
  volumeMounts: { name: string; mountPath: string; readOnly?: boolean }[];
  resources: { limits: Record<string, string>; requests: Record<string, string> };
  securityContext: Record<string, unknown>;
}

interface Item {
  key: string;
  path: string;
}

interface Volume {
  name: string;
  secret?: { secretName: string; items: Item[] };
  configMap?: { name: string; items: Item[] };
  projected?: { sources: { secret: { name: string; items: Item[] } }[] };
  emptyDir?: object;
}

interface PodSpec {
  automountServiceAccountToken: boolean;
  enableServiceLinks: boolean;
  containers: Container[];
  volumes: Volume[];
}

/** A pod that an object of the chart makes. */
export interface RenderedPod {
  /** verify-api, migrate and so on. */
  app: string;
  metadata: KubernetesObject['metadata'];
  spec: PodSpec;
  container: Container;
}

/** Options of `helm template` that name a file of values beside the chart. */
export const values = (name: 'kind' | 'production' | 'copy'): string[] => [
  '-f',
  `${CHART}/values-${name}.yaml`,
];

/** What `helm template` answers. */
export function helmTemplate(args: readonly string[], release = 'records'): { ok: boolean; output: string } {
  return runTool('helm', ['template', release, CHART, '--namespace', 'production', ...args]);
}

/** The objects of a release. */
export function render(args: readonly string[], release = 'records'): KubernetesObject[] {
  const { ok, output } = helmTemplate(args, release);
  if (!ok) throw new Error(output);
  return parseObjects(output);
}

/** The objects in YAML. */
export function parseObjects(text: string): KubernetesObject[] {
  return parseAllDocuments(text).flatMap((document) => {
    const [problem] = document.errors;
    if (problem !== undefined) throw problem;
    const object = document.toJS() as KubernetesObject | null;
    return object === null ? [] : [object];
  });
}

/** The pods that the objects make, each once. */
export function podsOf(objects: readonly KubernetesObject[]): RenderedPod[] {
  return objects.flatMap(({ kind, metadata, spec }) => {
    if (kind === 'Pod') return [podOf(metadata, spec as PodSpec)];
    if (kind !== 'Deployment' && kind !== 'Job') return [];
    const { template } = spec as { template: Pick<RenderedPod, 'metadata' | 'spec'> };
    return [podOf({ ...template.metadata, name: metadata.name }, template.spec)];
  });
}

function podOf(metadata: KubernetesObject['metadata'], spec: PodSpec): RenderedPod {
  const [container] = spec.containers;
  if (container === undefined) throw new Error(`${metadata.name} has no container.`);
  return { app: container.name, metadata, spec, container };
}

/** Every option of a production release that the file of values leaves off. */
export const everyOption: string[] = [
  ...values('production'),
  ...[
    'commands.enabled=true',
    'ingress.enabled=true',
    'ingress.host=records.example',
    'ingress.tlsSecret=records-ingress-tls',
    'http.oidcSecret=records-oidc',
    'http.historySecret=records-history',
    'http.trustPolicy=records-trust-policy',
    'tracing.endpoint=https://collector.example',
    'tracing.headersSecret=records-tracing',
    'networkPolicy.collector.to[0].ipBlock.cidr=198.51.100.0/24',
    'database.allowPlaintext=true',
    'kafka.allowPlaintext=true',
    'settings.LOG_WITNESSES=witness.example/1+41a5f566+BFnYzUpFsGspKscwe5LGEIW60T1q0dzpuEVidwErJAgh@https://witness.example',
    'networkPolicy.issuers.to[0].ipBlock.cidr=198.51.100.0/24',
    'networkPolicy.receiver.to[0].ipBlock.cidr=198.51.100.0/24',
    'pod.annotations.reloaded-by=nobody',
    'pod.priorityClassName=high',
    'monitoring.labels.prometheus=team',
    'monitoring.dashboards.enabled=true',
  ].flatMap((setting) => ['--set', setting]),
];
