/** The members of Kubernetes' objects that are read here. */
interface Metadata {
  readonly name: string;
  readonly namespace?: string;
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly deletionTimestamp?: string;
  readonly deletionGracePeriodSeconds?: number;
}

export interface KubernetesObject {
  readonly kind?: string;
  readonly metadata: Metadata;
}

export interface List<T> {
  readonly metadata: { readonly resourceVersion: string };
  readonly items: readonly T[];
}

export interface Probe {
  readonly httpGet?: { readonly path: string; readonly port: string | number };
  readonly initialDelaySeconds?: number;
  readonly periodSeconds: number;
  readonly timeoutSeconds: number;
  readonly successThreshold: number;
  readonly failureThreshold: number;
}

export interface Container {
  readonly name: string;
  readonly image: string;
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value?: string; readonly valueFrom?: object }[];
  readonly ports?: readonly { readonly name?: string; readonly containerPort: number }[];
  readonly resources: { readonly limits?: Readonly<Record<string, string>> };
  readonly volumeMounts?: readonly {
    readonly name: string;
    readonly mountPath: string;
    readonly readOnly?: boolean;
    readonly subPath?: string;
  }[];
  readonly startupProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly lifecycle?: { readonly preStop?: { readonly sleep?: { readonly seconds: number } } };
}

interface Item {
  readonly key: string;
  readonly path: string;
}

export interface FileSource {
  /** Name of a ConfigMap, or of a Secret in a projected volume. */
  readonly name?: string;
  readonly secretName?: string;
  readonly items?: readonly Item[];
}

export interface Volume {
  readonly name: string;
  readonly emptyDir?: { readonly medium?: string; readonly sizeLimit?: string };
  readonly secret?: FileSource;
  readonly configMap?: FileSource;
  readonly projected?: {
    readonly sources: readonly { readonly secret?: FileSource; readonly configMap?: FileSource }[];
  };
}

interface PodSpec {
  readonly nodeName?: string;
  readonly containers: readonly Container[];
  readonly initContainers?: readonly Container[];
  readonly volumes?: readonly Volume[];
  readonly restartPolicy: 'Always' | 'OnFailure' | 'Never';
  readonly terminationGracePeriodSeconds: number;
  readonly enableServiceLinks?: boolean;
  readonly securityContext: {
    readonly runAsUser?: number;
    readonly runAsGroup?: number;
    readonly fsGroup?: number;
  };
}

export interface Pod extends KubernetesObject {
  readonly spec: PodSpec;
  readonly status: PodStatus;
}

export interface Condition {
  readonly type: string;
  readonly status: 'True' | 'False';
  readonly reason?: string;
  readonly lastTransitionTime: string;
}

export interface ContainerState {
  readonly waiting?: { readonly reason: string; readonly message?: string };
  readonly running?: { readonly startedAt: string };
  readonly terminated?: {
    readonly exitCode: number;
    readonly reason: string;
    readonly startedAt: string;
    readonly finishedAt: string;
  };
}

export interface ContainerStatus {
  readonly name: string;
  readonly image: string;
  readonly imageID: string;
  readonly containerID?: string;
  readonly ready: boolean;
  readonly started: boolean;
  readonly restartCount: number;
  readonly state: ContainerState;
  readonly lastState: ContainerState;
}

export interface PodStatus {
  readonly phase: 'Pending' | 'Running' | 'Succeeded' | 'Failed';
  readonly podIP?: string;
  readonly podIPs?: readonly { readonly ip: string }[];
  readonly hostIP?: string;
  readonly startTime?: string;
  readonly conditions?: readonly Condition[];
  readonly containerStatuses?: readonly ContainerStatus[];
}

export interface EndpointSlice extends KubernetesObject {
  readonly endpoints?: readonly {
    readonly addresses: readonly string[];
    readonly conditions: { readonly ready?: boolean };
    readonly targetRef?: { readonly name: string };
  }[];
  readonly ports?: readonly { readonly port: number }[];
}

/** Text with the content of a file in base64. */
export interface SecretObject extends KubernetesObject {
  readonly data?: Readonly<Record<string, string>>;
}
