import type { KubernetesApi } from '../cluster/api.ts';
import type { EndpointSlice } from '../cluster/kinds.ts';

/** Where a Service is answered. */
export interface Endpoint {
  readonly address: string;
  readonly port: number;
  readonly pod: string;
}

/** The ready addresses of a Service, as kube-proxy takes them from the EndpointSlices for new connections. */
export class Endpoints {
  private ready: readonly Endpoint[] = [];

  /** Resolves when the slices have been read once. */
  async follow(api: KubernetesApi, namespace: string, service: string, signal: AbortSignal): Promise<void> {
    const path = `/apis/discovery.k8s.io/v1/namespaces/${namespace}/endpointslices`;
    const query = `labelSelector=kubernetes.io/service-name=${service}`;
    await api.follow<EndpointSlice>(path, query, signal, (slices) => {
      this.ready = [...slices.values()].flatMap(readyOf);
    });
  }

  get all(): readonly Endpoint[] {
    return this.ready;
  }

  /** A random ready address; undefined where there is none. */
  choose(): Endpoint | undefined {
    return this.ready[Math.floor(Math.random() * this.ready.length)];
  }
}

function readyOf({ endpoints, ports }: EndpointSlice): Endpoint[] {
  const port = ports?.[0]?.port ?? 0;
  return (endpoints ?? [])
    .filter(({ conditions }) => conditions.ready !== false)
    .flatMap(({ addresses, targetRef }) =>
      addresses.map((address) => ({ address, port, pod: targetRef?.name ?? '' })),
    );
}
