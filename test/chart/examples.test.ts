import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { makeSecrets } from '../../infra/chart/make-secrets.ts';
import { LOG_DOMAINS } from '../../libs/messaging/src/events/event-domains.js';
import { EVENT_LOGS } from '../../libs/messaging/src/events/event-feed.js';
import { READ_LOGS } from '../../libs/messaging/src/events/read-logs.js';
import { KafkaNames } from '../../libs/messaging/src/kafka/kafka-names.js';
import { DATABASE_APPS, type DatabaseApp } from '../../libs/platform/src/postgres/database-apps.js';
import { ALL_SCHEMAS, SCHEMAS, conforms } from '../support/chart/conforms.ts';
import { parseObjects, render, values, type KubernetesObject } from '../support/chart/render.ts';
import { CHART, itWith } from '../support/chart/tools.ts';

const FOLDER = `${CHART}/examples`;
const examples = new Map(
  readdirSync(FOLDER).map((file) => [file, parseObjects(readFileSync(`${FOLDER}/${file}`, 'utf8'))]),
);
const all = [...examples.values()].flat();
const production = parseObjects(readFileSync(`${CHART}/values-production.yaml`, 'utf8'))[0];
const named = (kind: string) => all.filter((object) => object.kind === kind);

interface Acl {
  resource: { type: string; name: string; patternType?: string };
  operations: string[];
}

describe('the examples', () => {
  it('are one for each operator', () => {
    expect([...examples.keys()]).toEqual([
      'cert-manager.yaml',
      'cloudnative-pg.yaml',
      'external-secrets.yaml',
      'gateway-api.yaml',
      'keda.yaml',
      'strimzi.yaml',
    ]);
  });

  it.each([...examples])('%s has whole objects', (_, objects) => {
    for (const { apiVersion, kind, metadata, spec } of objects) {
      expect(apiVersion).toMatch(/^v1$|^[a-z0-9.-]+\/v1(alpha1)?$/);
      expect(metadata.name).toMatch(/^[a-z][a-z0-9-]*$/);
      if (kind !== 'Namespace') expect(spec).toBeInstanceOf(Object);
    }
  });

  itWith(...SCHEMAS)('have only objects that Kubernetes and the operators know', () => {
    const items = [...all, ...makeSecrets('records', 'db')];
    expect(conforms(JSON.stringify({ apiVersion: 'v1', kind: 'List', items }))).toMatchObject({ ok: true });
  });

  itWith(...ALL_SCHEMAS)(
    'have only fields that Strimzi knows, and none that its version v1 has no more',
    () => {
      const broker = named('Kafka')[0] as KubernetesObject & { spec: { kafka: object } };
      const withField = (field: object) =>
        conforms(
          JSON.stringify({ ...broker, spec: { ...broker.spec, kafka: { ...broker.spec.kafka, ...field } } }),
        );
      expect(withField({})).toMatchObject({ ok: true });
      expect(withField({ listners: [] })).toMatchObject({ ok: false });
      expect(withField({ replicas: 3 })).toMatchObject({ ok: false });
    },
  );

  it('bring every Secret that values-production.yaml names', () => {
    const text = JSON.stringify(production);
    const wanted = new Set(
      [...text.matchAll(/"records-[a-z-]+"/g)].map(([name]) => JSON.parse(name) as string),
    );
    const made = new Set([
      ...makeSecrets('records', 'db').map(({ metadata }) => metadata.name),
      ...named('KafkaUser').map(({ metadata }) => metadata.name),
      ...named('Kafka').map(({ metadata }) => `${metadata.name}-cluster-ca-cert`),
      ...named('Cluster').map(({ metadata }) => `${metadata.name}-ca`),
      ...named('Certificate').map(({ spec }) => (spec as { secretName: string }).secretName),
    ]);
    // Labels of pods, not Secrets.
    const labels = ['records-database', 'records-kafka-kafka'];
    expect([...wanted].filter((name) => !made.has(name) && !labels.includes(name))).toEqual([]);
    const fromVault = named('ExternalSecret').map(({ metadata }) => metadata.name);
    expect(fromVault.sort()).toEqual(
      makeSecrets('records', 'db')
        .map(({ metadata }) => metadata.name)
        .sort(),
    );
  });

  itWith('helm')('name objects that the chart makes', () => {
    const rendered = new Set(
      render(values('production')).map(({ kind, metadata }) => `${kind}/${metadata.name}`),
    );
    const scaled = named('ScaledObject').map(
      ({ spec }) => (spec as { scaleTargetRef: { name: string } }).scaleTargetRef.name,
    );
    expect(scaled.filter((name) => !rendered.has(`Deployment/${name}`))).toEqual([]);
    const [policy] = named('BackendTLSPolicy').map(({ spec }) => spec as { targetRefs: { name: string }[] });
    expect(rendered).toContain(`Service/${policy?.targetRefs[0]?.name}`);
  });
});

describe('a user of the broker in the example', () => {
  const names = new KafkaNames('', 'production');
  const aclsOf = (user: string): Acl[] => {
    const found = named('KafkaUser').find(
      ({ metadata }) => metadata.name === `records-${user}`,
    ) as KubernetesObject;
    return (found.spec as { authorization: { acls: Acl[] } }).authorization.acls;
  };
  const allowed = (app: DatabaseApp, operation: string) =>
    aclsOf(app.replaceAll('_', '-'))
      .filter(({ resource, operations }) => resource.type === 'topic' && operations.includes(operation))
      .map(({ resource }) => resource.name)
      .sort();

  it.each([...DATABASE_APPS])('%s may read and write the topics that its code does, and no others', (app) => {
    const isGateway = app === 'verify_api';
    const own = EVENT_LOGS.filter((log) => log === app);
    const domains = own.flatMap((log) => [
      ...LOG_DOMAINS[log],
      ...(log === 'record_store' ? ['history'] : []),
    ]);
    const commands = names.all().filter((name) => name.endsWith('.commands'));
    const checkpoints = app === 'record_store' ? [names.logCheckpoints] : [];
    // Of its own log it looks at the first topic, for the identity of the database.
    const read = READ_LOGS[app].flatMap((log) =>
      log === app ? names.eventsOf(log).slice(0, 1) : names.eventsOf(log),
    );
    expect(allowed(app, 'Read')).toEqual(
      [
        ...read,
        ...(isGateway ? [names.replies] : domains.map((domain) => names.commands(domain))),
        ...checkpoints,
      ].sort(),
    );
    expect(allowed(app, 'Write')).toEqual(
      [
        ...own.flatMap((log) => names.eventsOf(log)),
        ...(isGateway ? commands : [names.replies]),
        ...checkpoints,
        names.deadLetters,
      ].sort(),
    );
  });
});
