import { describe, expect } from '@jest/globals';
import { helmTemplate, values } from '../support/chart/render.ts';
import { itWith } from '../support/chart/tools.ts';

const production = (...settings: string[]) =>
  helmTemplate([...values('production'), ...settings.flatMap((setting) => ['--set', setting])]);

// Helm names all that is wrong at once.
describe('the values of a release', () => {
  itWith('helm')('must say what it is', () => {
    const { ok, output } = helmTemplate([]);
    expect(ok).toBe(false);
    expect(output).toContain(`at '/environment': value must be one of 'development', 'production'`);
    expect(output).toContain(`at '/logOrigin': '' does not match pattern`);
    expect(output).toContain(`at '/kafka/brokers': minItems: got 0, want 1`);
  });

  itWith('helm')('must name every Secret', () => {
    const keys = ['peppers', 'sealing', 'signing', 'commands', 'events'].map((name) => `keys.${name}`);
    const apps = ['verify-api', 'credential-authority', 'record-store', 'webhook-dispatcher'];
    const names = [...keys, 'database.owner', ...apps.map((app) => `database.apps.${app}`)];
    const { output } = production(...names.map((name) => `${name}=`));
    const complaints = names.map((name) => `at '/${name.replaceAll('.', '/')}': minLength: got 0, want 1`);
    expect(complaints.filter((complaint) => !output.includes(complaint))).toEqual([]);
  });

  // A pod without a URL of its own would get those of all apps and of the owner.
  itWith('helm')('may leave out no app, no Secret of one, and not whether the network is closed', () => {
    const own = ['apps.record-store', 'database.apps.record-store', 'database.owner', 'keys.peppers'];
    const without = [...own, 'networkPolicy.enabled'];
    const { ok, output } = production(...without.map((name) => `${name}=null`));
    expect(ok).toBe(false);
    for (const place of ['/apps', '/database/apps']) {
      expect(output).toContain(`at '${place}': missing property 'record-store'`);
    }
    expect(output).toContain(`at '/database': missing property 'owner'`);
    expect(output).toContain(`at '/keys': missing property 'peppers'`);
    expect(output).toContain(`at '/networkPolicy': missing property 'enabled'`);
  });

  itWith('helm')('may have no name that nothing reads', () => {
    const { output } = production('http.tlsSecrt=a', 'imgae.tag=a', 'apps.verify-api.replicas=3');
    for (const misspelt of ['tlsSecrt', 'imgae', 'replicas']) {
      expect(output).toContain(`additional properties '${misspelt}' not allowed`);
    }
    expect(production('database.apps.verifyapi=a').output).toContain(`invalid propertyName 'verifyapi'`);
  });

  // An empty selector selects everything.
  itWith('helm')('may have no selector of peers that is misspelt', () => {
    const peers = [
      { namespaceSelector: { matchLabel: { team: 'a' } } },
      { podSelecter: {}, namespaceSelector: {} },
      {},
    ];
    for (const place of ['callers', 'database.to']) {
      const { output } = helmTemplate([
        ...values('production'),
        '--set-json',
        `networkPolicy.${place}=${JSON.stringify(peers)}`,
      ]);
      const path = `/networkPolicy/${place.replace('.', '/')}`;
      expect(output).toContain(
        `at '${path}/0/namespaceSelector': additional properties 'matchLabel' not allowed`,
      );
      expect(output).toContain(`at '${path}/1': additional properties 'podSelecter' not allowed`);
      expect(output).toContain(`at '${path}/2': minProperties: got 0, want 1`);
    }
  });

  itWith('helm').each([
    ['that does not exist', 'RATE_LIMIT_VERFY=a'],
    ['that the chart itself gives', 'MAKE_MISSING=on'],
    ['with the name of an environment in it', 'CONSOLE_ORIGIN_PRODUCTION=a'],
    ['with a secret', 'CONSOLE_OIDC_CLIENT_SECRET=a'],
  ])('may have no setting %s', (_, setting) => {
    const { ok, output } = production(`settings.${setting}`);
    expect(ok).toBe(false);
    expect(output).toContain(`additional properties '${setting.replace(/=.*/, '')}' not allowed`);
  });

  itWith('helm')('may have no setting whose text the service would refuse', () => {
    const { output } = production(
      'settings.HISTORY_RETENTION_DAYS=abc',
      'apps.verify-api.settings.RATE_LIMIT=1',
    );
    expect(output).toContain(`at '/settings/HISTORY_RETENTION_DAYS': 'abc' does not match pattern`);
    expect(output).toContain(`at '/apps/verify-api/settings/RATE_LIMIT'`);
  });

  itWith('helm')('may give pods no label that the chart itself gives', () => {
    const own = ['app.kubernetes.io/name', 'helm.sh/chart', 'environment'];
    const { ok, output } = production(
      ...own.map((label) => `pod.labels.${label.replaceAll('.', '\\.')}=a`),
      'pod.labels.team=a',
      'pod.labels.app\\.kubernetes\\.io/component=a',
    );
    expect(ok).toBe(false);
    for (const label of own) expect(output).toContain(`invalid propertyName '${label}'`);
    for (const other of ['team', 'app.kubernetes.io/component']) {
      expect(output).not.toContain(`invalid propertyName '${other}'`);
    }
  });

  itWith('helm')('may leave no connection open to others', () => {
    const open = [
      'kafka.tls=false',
      'kafka.users.record-store.secret=',
      'http.tlsSecret=',
      'http.trustedProxies=',
      'tracing.headersSecret=a',
      'tracing.endpoint=http://collector:4318',
    ];
    const { output } = production(...open);
    expect(output).toContain(`at '/tracing/endpoint': 'http://collector:4318' does not match pattern`);
    expect(output).toContain(`at '/kafka/tls': value must be true`);
    expect(output).toContain(`at '/kafka/users/record-store/secret': minLength: got 0, want 1`);
    expect(output).toContain(`at '/http/trustedProxies': minLength: got 0, want 1`);
  });

  itWith('helm')('give a restored copy no key to act with, no door and no way out', () => {
    const wrong = {
      'keys.signing': 'a',
      'keys.sealing': 'a',
      'keys.commands': 'a',
      'kafka.brokers': ['a:9093'],
      'kafka.users': { topics: { name: 'a', secret: 'a' } },
      'http.tlsSecret': 'a',
      'http.trustedProxies': '10.0.0.0/8',
      'tracing.endpoint': 'https://collector.example',
      'commands.enabled': true,
      'ingress.enabled': true,
      'route.enabled': true,
      'service.type': 'LoadBalancer',
      'networkPolicy.callers': [{ ipBlock: { cidr: '10.0.0.0/8' } }],
      'networkPolicy.kafka.to': [{ ipBlock: { cidr: '10.0.0.0/8' } }],
    };
    const set = Object.entries(wrong).flatMap(([name, value]) => [
      '--set-json',
      `${name}=${JSON.stringify(value)}`,
    ]);
    const { ok, output } = helmTemplate([...values('copy'), ...set]);
    expect(ok).toBe(false);
    const accepted = Object.keys(wrong).filter(
      (name) => !output.includes(`at '/${name.replaceAll('.', '/')}'`),
    );
    expect(accepted).toEqual([]);
  });

  itWith('helm')('must name what a restored copy is read with', () => {
    const names = ['keys.peppers', 'keys.events', 'database.owner', 'database.apps.record-store'];
    const { output } = helmTemplate([...values('copy'), ...names.flatMap((name) => ['--set', `${name}=`])]);
    expect(names.filter((name) => !output.includes(`at '/${name.replaceAll('.', '/')}': minLength`))).toEqual(
      [],
    );
  });

  itWith('helm')('allow plain text where they say so, and one of the two doors', () => {
    const plain = [
      'kafka.tls=false',
      'kafka.users=null',
      'kafka.allowPlaintext=true',
      'http.trustedProxies=',
    ];
    expect(production(...plain)).toMatchObject({ ok: true });
  });
});
