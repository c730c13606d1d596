import { describe, expect } from '@jest/globals';
import { SPECIAL_IPV4, SPECIAL_IPV6 } from '../../apps/webhook-dispatcher/src/sending/special-addresses.js';
import { parseAddressRange } from '@service/contracts';
import {
  everyOption,
  podsOf,
  render,
  values,
  type KubernetesObject,
  type RenderedPod,
} from '../support/chart/render.ts';
import { itWith } from '../support/chart/tools.ts';

/** Fewer would mean that the rules were not read. */
const ALERTS_AT_LEAST = 30;

interface Rule {
  expr: string;
  annotations?: { runbook_url: string };
}

const cached = new Map<string, KubernetesObject[]>();
function objectsOf(args: string[]): KubernetesObject[] {
  const key = args.join(' ');
  const objects = cached.get(key) ?? render(args);
  cached.set(key, objects);
  return objects;
}
const production = () => objectsOf(values('production'));
const copy = () => objectsOf(values('copy'));
const everything = () => [
  ...production(),
  ...objectsOf(everyOption),
  ...objectsOf(values('kind')),
  ...copy(),
];

function find<Spec>(objects: KubernetesObject[], kind: string, name: string) {
  const found = objects.find((object) => object.kind === kind && object.metadata.name === name);
  if (found === undefined) throw new Error(`There is no ${kind} ${name}.`);
  return { ...found, spec: found.spec as Spec };
}

describe('a release', () => {
  itWith('helm')('sets no number of pods where the HPA does, and two where nothing does', () => {
    const of = (app: string) =>
      find<{ replicas?: number }>(production(), 'Deployment', `records-${app}`).spec;
    expect(of('verify-api')).not.toHaveProperty('replicas');
    expect(of('record-store').replicas).toBe(2);
    expect(find<object>(production(), 'HorizontalPodAutoscaler', 'records-verify-api').spec).toMatchObject({
      scaleTargetRef: { kind: 'Deployment', name: 'records-verify-api' },
      minReplicas: 3,
    });
    const scaled = objectsOf([...values('production'), '--set', 'apps.webhook-dispatcher.replicas=null']);
    expect(find(scaled, 'Deployment', 'records-webhook-dispatcher').spec).not.toHaveProperty('replicas');
  });

  itWith('helm')('keeps every pod from what it does not need', () => {
    for (const { spec, container } of podsOf(everything())) {
      expect(spec).toMatchObject({ automountServiceAccountToken: false, enableServiceLinks: false });
      expect(container.securityContext).toMatchObject({
        readOnlyRootFilesystem: true,
        allowPrivilegeEscalation: false,
      });
      expect(container.resources.limits).toHaveProperty('memory');
      expect(container.resources.limits).not.toHaveProperty('cpu');
      const writable = container.volumeMounts.filter(({ readOnly }) => readOnly !== true);
      expect(writable.map(({ mountPath }) => mountPath).sort()).toEqual(['/tmp', '/var/lib/service']);
    }
  });

  itWith('helm')('keeps nothing in the pods of production', () => {
    for (const { spec } of podsOf(production())) {
      expect(spec.volumes.find(({ name }) => name === 'data')).toHaveProperty('emptyDir');
    }
  });

  itWith('helm')('can be drained, node after node', () => {
    const deployments = production().filter(({ kind }) => kind === 'Deployment');
    for (const { metadata } of deployments) {
      const budget = find<{ maxUnavailable: number }>(production(), 'PodDisruptionBudget', metadata.name);
      expect(budget.spec.maxUnavailable).toBe(1);
    }
  });

  itWith('helm')('lets a pod answer while load balancers turn away, and end in time', () => {
    const [pod] = podsOf(production()).filter(({ app }) => app === 'verify-api');
    const drain = pod?.container.env.find(({ name }) => name === 'DRAIN_DELAY_SECONDS')?.value;
    expect(drain).toBe('15');
    expect(pod?.spec).toMatchObject({ terminationGracePeriodSeconds: 45 });
  });

  itWith('helm')('migrates before its pods change, with a Job that needs no object of the release', () => {
    const jobs = production().filter(({ kind }) => kind === 'Job');
    expect(jobs.map(({ metadata }) => metadata.name)).toEqual(['records-migrate', 'records-topics']);
    for (const { metadata } of jobs) {
      expect(metadata.annotations?.['helm.sh/hook']).toBe('pre-install,pre-upgrade');
    }
    // Of what a pod can use by name, the chart makes nothing.
    const usable = everything().filter(({ kind }) =>
      ['Secret', 'ConfigMap', 'ServiceAccount'].includes(kind),
    );
    expect(usable.map(({ metadata }) => metadata.name)).toEqual(['records-dashboards']);
  });

  itWith('helm')('has no pod for commands unless one is asked for', () => {
    expect(podsOf(production()).map(({ app }) => app)).not.toContain('commands');
    expect(podsOf(objectsOf(everyOption)).map(({ app }) => app)).toContain('commands');
  });

  itWith('helm')('takes what a platform adds to all pods, and to those of one app', () => {
    const added = {
      pod: {
        annotations: { all: 'yes' },
        serviceAccountName: 'records',
        affinity: { nodeAffinity: {} },
        spread: { 'kubernetes.io/hostname': null },
        securityContext: { runAsUser: null, runAsGroup: null, fsGroup: null },
        initContainers: [{ name: 'mesh', image: 'mesh', restartPolicy: 'Always' }],
        env: [{ name: 'NODE_EXTRA_CA_CERTS', value: '/ca/ca.crt' }],
        volumes: [{ name: 'ca', configMap: { name: 'ca' } }],
        volumeMounts: [{ name: 'ca', mountPath: '/ca' }],
      },
      settings: { RATE_LIMIT_READ: '10', LOG_LEVEL: 'info' },
      apps: { 'record-store': { pod: { priorityClassName: 'high' }, settings: { LOG_LEVEL: 'debug' } } },
    };
    const args = Object.entries(added).flatMap(([name, value]) => [
      '--set-json',
      `${name}=${JSON.stringify(value)}`,
    ]);
    const pods = podsOf(objectsOf([...values('production'), ...args]));
    expect(pods.map(({ app }) => app).sort()).toEqual([
      'credential-authority',
      'migrate',
      'record-store',
      'topics',
      'verify-api',
      'webhook-dispatcher',
    ]);
    for (const { app, metadata, spec, container } of pods) {
      const { annotations, serviceAccountName, affinity, initContainers } = added.pod;
      expect(metadata.annotations).toEqual(annotations);
      expect(spec).toMatchObject({ serviceAccountName, affinity, initContainers });
      expect(spec).toHaveProperty('securityContext', {
        runAsNonRoot: true,
        fsGroupChangePolicy: 'OnRootMismatch',
        seccompProfile: { type: 'RuntimeDefault' },
      });
      expect(spec.volumes.at(-1)).toEqual(added.pod.volumes[0]);
      expect(container.volumeMounts.at(-1)).toEqual(added.pod.volumeMounts[0]);
      expect(container.env.at(-1)).toEqual(added.pod.env[0]);
      const given = Object.fromEntries(container.env.map(({ name, value }) => [name, value]));
      const isStore = app === 'record-store';
      expect(given).toMatchObject({ RATE_LIMIT_READ: '10', LOG_LEVEL: isStore ? 'debug' : 'info' });
      expect(Object.hasOwn(spec, 'priorityClassName')).toBe(isStore);
    }
  });

  itWith('helm').each(['a'.repeat(53), '2026.records', 'records.team-a'])(
    'has names that Kubernetes accepts, whatever it is called: %s',
    (release) => {
      const objects = render(everyOption, release);
      const names = objects.map(({ metadata }) => metadata.name);
      expect(names.filter((name) => !/^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/.test(name))).toEqual([]);
      expect(new Set(objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).size).toBe(
        names.length,
      );
      const labels = objects.flatMap(({ metadata }) => Object.values(metadata.labels ?? {}));
      expect(
        labels.filter((label) => !/^[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/.test(label)),
      ).toEqual([]);
    },
  );

  itWith('helm')('brings alerts of itself alone, with runbooks that can be opened', () => {
    const settings = ['monitoring.labels.prometheus=team', 'monitoring.rules.databaseNamespace=databases'];
    const args = [...values('production'), ...settings.flatMap((setting) => ['--set', setting])];
    const rules = find<{ groups: { rules: Rule[] }[] }>(objectsOf(args), 'PrometheusRule', 'records-rules');
    expect(rules.metadata.labels).toMatchObject({ prometheus: 'team' });
    const all = rules.spec.groups.flatMap((group) => group.rules);
    expect(all.length).toBeGreaterThan(ALERTS_AT_LEAST);
    const scopes = all.flatMap(({ expr }) => expr.match(/\{[^}]*\}/g) ?? []);
    const isOwn = (scope: string) =>
      /^\{(namespace="production",release="records"|namespace="databases")/.test(scope);
    expect(scopes.filter((scope) => !isOwn(scope))).toEqual([]);
    const bare = /\b(?:rvs_|slo:)[a-z0-9_:]+(?![a-z0-9_:{])/;
    expect(all.filter(({ expr }) => bare.test(expr))).toEqual([]);
    const urls = all.flatMap(({ annotations }) => annotations?.runbook_url ?? []);
    expect(
      urls.filter((url) => !/^https:\/\/git\.example\/records\/docs\/runbooks\/[a-z-]+\.md$/.test(url)),
    ).toEqual([]);
  });

  itWith('helm')('may have names that YAML takes for something else', () => {
    const odd = 'ingress.host=*.records.example,keys.peppers=1e3';
    const args = ['--set', 'ingress.enabled=true', '--set-string', odd];
    const objects = objectsOf([...values('production'), ...args]);
    const { spec } = find<{ rules: object[] }>(objects, 'Ingress', 'records-verify-api');
    expect(spec.rules).toMatchObject([{ host: '*.records.example' }]);
    const keys = podsOf(objects).flatMap(({ spec: { volumes } }) =>
      volumes.flatMap((each) => each.projected?.sources ?? []),
    );
    expect(keys.map(({ secret }) => secret.name)).toContain('1e3');
  });

  itWith('helm')('is reached in kind at a port of the node', () => {
    const { spec } = find<object>(objectsOf(values('kind')), 'Service', 'records-standalone');
    expect(spec).toMatchObject({ type: 'NodePort', ports: [{ nodePort: 30_080, targetPort: 'http' }] });
    expect(podsOf(objectsOf(values('kind')))).toHaveLength(1);
  });

  itWith('helm')('that is a restored copy is one pod, to which no Service, route or Job leads', () => {
    const made = copy().map(({ kind, metadata }) => `${kind}/${metadata.name}`);
    expect(made.sort()).toEqual(['Deployment/records-copy', 'NetworkPolicy/records-all']);
  });

  itWith('helm')(
    'that is a restored copy counts as started once it answers, though it is never ready',
    () => {
      const [pod] = podsOf(copy());
      expect(pod?.container).not.toHaveProperty('readinessProbe');
      expect(pod?.container).toHaveProperty('startupProbe.exec.command.0', 'node');
    },
  );
});

interface Policy {
  podSelector: { matchLabels: object; matchExpressions?: { values: string[] }[] };
  policyTypes: string[];
  ingress?: { ports: { port: number }[] }[];
  egress?: { to: { ipBlock?: { cidr: string; except: string[] } }[]; ports: { port: number }[] }[];
}

describe('the network of a release', () => {
  const policy = (objects: KubernetesObject[], name: string) =>
    find<Policy>(objects, 'NetworkPolicy', `records-${name}`).spec;
  const portsOf = ({ egress = [] }: Policy) => egress.flatMap(({ ports }) => ports.map(({ port }) => port));
  const onTheInternet = (objects: KubernetesObject[]) =>
    policy(objects, 'internet').podSelector.matchExpressions?.[0]?.values;

  itWith('helm')('is closed but for what is named', () => {
    const all = policy(production(), 'all');
    expect(all.policyTypes).toEqual(['Ingress', 'Egress']);
    expect(all.podSelector.matchLabels).toMatchObject({ 'app.kubernetes.io/instance': 'records' });
    expect(all.ingress?.flatMap(({ ports }) => ports)).toEqual([{ protocol: 'TCP', port: 3001 }]);
    const closed = objectsOf([
      ...values('production'),
      '--set',
      'networkPolicy.metrics=null',
      '--set',
      'networkPolicy.callers=null',
    ]);
    expect(policy(closed, 'all')).not.toHaveProperty('ingress');
    expect(policy(closed, 'verify-api')).not.toHaveProperty('ingress');
  });

  itWith('helm')('is closed where a list is empty, which to Kubernetes means everything', () => {
    const empty = (name: string) =>
      objectsOf([...values('production'), '--set-json', `networkPolicy.${name}=[]`]);
    expect(portsOf(policy(empty('dns'), 'all'))).toEqual([5432, 9093]);
    expect(portsOf(policy(empty('dns'), 'migrate'))).toEqual([5432]);
    expect(policy(empty('kafka.to'), 'topics').egress).toHaveLength(1);
    for (const name of ['internet.ranges', 'internet.ports']) {
      const left = empty(name).filter(({ kind }) => kind === 'NetworkPolicy');
      expect(left.map(({ metadata }) => metadata.name)).not.toContain('records-internet');
    }
  });

  // Before an install there is no other policy, and before an upgrade only those of the old values.
  itWith('helm')('lets each Job reach what the new values name, from before it runs', () => {
    const annotations = { team: 'records', 'argocd.argoproj.io/sync-wave': '-1' };
    const objects = objectsOf([
      ...values('production'),
      '--set',
      'networkPolicy.dnsPort=5353',
      '--set-json',
      `migrations.annotations=${JSON.stringify(annotations)}`,
    ]);
    for (const [job, ports] of [
      ['migrate', [5353, 5353, 5432]],
      ['topics', [5353, 5353, 9093]],
    ] as const) {
      const { metadata, spec } = find<Policy>(objects, 'NetworkPolicy', `records-${job}`);
      const of = find<{ template: RenderedPod }>(objects, 'Job', `records-${job}`);
      expect(metadata.annotations).toEqual({
        ...of.metadata.annotations,
        'helm.sh/hook-delete-policy': 'before-hook-creation',
      });
      expect(of.spec.template.metadata.labels).toMatchObject(spec.podSelector.matchLabels);
      expect(spec.policyTypes).toEqual(['Ingress', 'Egress']);
      expect(spec).not.toHaveProperty('ingress');
      expect(portsOf(spec)).toEqual(ports);
    }
    expect(find(objects, 'NetworkPolicy', 'records-migrate').metadata.annotations).toMatchObject(annotations);
    expect(portsOf(policy(objects, 'all'))).toEqual([5353, 5353, 5432, 9093]);
    const open = objectsOf([...values('production'), '--set', 'networkPolicy.enabled=false']);
    expect(open.map(({ kind }) => kind)).not.toContain('NetworkPolicy');
  });

  itWith('helm')('lets only what delivers, and what asks witnesses, reach the internet', () => {
    expect(onTheInternet(production())).toEqual(['webhook-dispatcher', 'standalone']);
    expect(onTheInternet(objectsOf(everyOption))).toEqual([
      'webhook-dispatcher',
      'standalone',
      'record-store',
    ]);
    const open = production().filter(
      ({ kind, spec }) => kind === 'NetworkPolicy' && JSON.stringify(spec).includes('0.0.0.0/0'),
    );
    expect(open.map(({ metadata }) => metadata.name)).toEqual(['records-internet']);
  });

  itWith('helm')('lets a restored copy reach its database and DNS alone, and nothing reach it', () => {
    expect(policy(copy(), 'all')).not.toHaveProperty('ingress');
    expect(portsOf(policy(copy(), 'all'))).toEqual([53, 53, 5432]);
  });

  itWith('helm')('excludes from the internet what the dispatcher refuses', () => {
    const blocks = policy(production(), 'internet').egress?.flatMap(({ to }) => to) ?? [];
    const except = blocks.flatMap(({ ipBlock }) => ipBlock?.except ?? []).map(parseAddressRange);
    expect(except).toEqual([...SPECIAL_IPV4, parseAddressRange('168.63.129.16'), ...SPECIAL_IPV6]);
  });
});
