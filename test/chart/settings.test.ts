import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { readCommandKeys, readEventKeys } from '@service/platform/authentication-keys';
import { loadSettings, type Settings } from '@service/platform/settings';
import { readSigningKeys } from '@service/platform/signing-keys';
import { makeSecrets } from '../../infra/chart/make-secrets.ts';
import { DATA_LOGS } from '../../libs/messaging/src/events/event-authentications.js';
import { EVENT_LOGS } from '../../libs/messaging/src/events/event-feed.js';
import { READ_LOGS } from '../../libs/messaging/src/events/read-logs.js';
import { DATABASE_APPS, type DatabaseApp } from '../../libs/platform/src/postgres/database-apps.js';
import { layOut, mountedFiles, type MountedFile } from '../support/chart/mounts.ts';
import { everyOption, podsOf, render, values, type RenderedPod } from '../support/chart/render.ts';
import { CHART, itWith } from '../support/chart/tools.ts';
import { VARIABLES, isVariable } from '../support/chart/variables.ts';

/**
 * Of a machine with several environments or processes, which a pod is not; client certificates, in whose place are passwords; and what
 * the build of the image gives.
 */
const LEFT_OUT = [
  'ENVIRONMENTS',
  'SHARE_PORT',
  'SERVICE_PORTS',
  'KAFKA_PORT',
  'REPLICAS',
  'KAFKA_TLS_CERT_FILE',
  'KAFKA_TLS_KEY_FILE',
  'COMMIT',
];
/** Settings that the values of the tests give. */
const IN_VALUES = ['LOG_WITNESSES', 'CONSOLE_ORIGIN'];

const variables = [...VARIABLES.keys()];

let pods: RenderedPod[] | undefined;
const all = () =>
  (pods ??= [everyOption, values('kind'), values('copy')].flatMap((args) => podsOf(render(args))));
const podOf = (app: string): RenderedPod => {
  const pod = all().find((each) => each.app === app);
  if (pod === undefined) throw new Error(`There is no pod of ${app}.`);
  return pod;
};
const appOf = (app: DatabaseApp) => podOf(app.replaceAll('_', '-'));

const directory = mkdtempSync(join(tmpdir(), 'pods-'));
afterAll(() => rmSync(directory, { recursive: true }));
const secrets = new Map(
  makeSecrets('records', 'records-database-rw').map(({ metadata, stringData }) => [
    metadata.name,
    stringData,
  ]),
);
const contentOf = ({ source, key }: MountedFile) => {
  const content = secrets.get(source)?.[key];
  if (content === undefined && source.startsWith(`records-database-`) && key === 'uri') {
    throw new Error(`There is no Secret ${source} with ${key}.`);
  }
  if (key === 'url') return 'https://siem.example/raw';
  return content ?? (key === 'headers' ? 'authorization=Bearer token' : 'a password, or a certificate');
};
const settingsOf = (pod: RenderedPod): Settings =>
  loadSettings(layOut(pod, join(directory, pod.app), contentOf));

describe('the settings of the pods', () => {
  itWith('helm')('are all known to the service', () => {
    const names = all().flatMap(({ container }) => container.env.map(({ name }) => name));
    expect(names.filter((name) => name !== 'NODE_OPTIONS' && !isVariable(name))).toEqual([]);
  });

  itWith('helm')('name only files that the pod has, and the pod has no others', () => {
    for (const pod of all()) {
      const named = pod.container.env.map(({ value }) => value).filter((value) => value.startsWith('/etc/'));
      const mounted = mountedFiles(pod).map(({ path }) => path);
      // URLs name the certificate of the database's authority.
      expect(mounted.filter((path) => !path.endsWith('/database-ca/ca.crt')).sort()).toEqual(named.sort());
    }
  });

  itWith('helm')('are accepted by the service', () => {
    for (const pod of all()) {
      expect(settingsOf(pod).environment).toBe(pod.app === 'standalone' ? 'development' : 'production');
    }
  });

  itWith('helm')('are complete: what the chart does not give, its values can', () => {
    const { $defs } = JSON.parse(readFileSync(`${CHART}/values.schema.json`, 'utf8')) as {
      $defs: { settings: { properties: Record<string, object> } };
    };
    const { properties } = $defs.settings;
    const free = Object.keys(properties);
    expect(free.filter((name) => !variables.includes(name))).toEqual([]);
    const given = all().flatMap(({ container }) => container.env.map(({ name }) => name));
    const isGiven = (name: string) => given.includes(name) || given.includes(`${name}_FILE`);
    const nowhere = variables.filter((name) => !free.includes(name) && !isGiven(name));
    expect(nowhere.sort()).toEqual(LEFT_OUT.sort());
    expect(free.filter(isGiven).sort()).toEqual(IN_VALUES.sort());
    const schemaOf = (name: string) => {
      const expected = VARIABLES.get(name)?.form.expected ?? '';
      if (expected === 'on or off') return { $ref: '#/$defs/switch' };
      if (expected.startsWith('a whole number')) return { $ref: '#/$defs/whole' };
      const [, choices] = /^one of (.*)$/.exec(expected) ?? [];
      return choices === undefined ? { type: 'string' } : { enum: choices.split(', ') };
    };
    expect(properties).toEqual(Object.fromEntries(free.map((name) => [name, schemaOf(name)])));
  });
});

describe('the pod of', () => {
  itWith('helm').each([...DATABASE_APPS])(
    '%s has the keys that its code reads, and no others',
    async (app) => {
      const settings = settingsOf(appOf(app));
      const owners = app === 'verify_api' ? EVENT_LOGS : EVENT_LOGS.filter((log) => log === app);
      const given = {
        event: Object.keys(settings.eventKeysFiles),
        command: Object.keys(settings.commandKeysFiles),
        pepper: settings.pepperFile !== undefined,
        sealing: settings.sealingKeysFile !== undefined,
      };
      expect(given).toEqual({
        event: expect.arrayContaining([...READ_LOGS[app]]),
        command: expect.arrayContaining([...owners]),
        pepper: app === 'verify_api',
        sealing: app === 'verify_api' || app === 'webhook_dispatcher',
      });
      expect([given.event.length, given.command.length]).toEqual([READ_LOGS[app].length, owners.length]);
      const missing = () => Promise.resolve(false);
      for (const log of READ_LOGS[app]) await readEventKeys(settings, log, missing);
      for (const owner of owners) await readCommandKeys(settings, owner);
      expect((await readSigningKeys(settings)).newest('answer')).toBeDefined();
    },
  );

  itWith('helm').each([...DATABASE_APPS])(
    '%s has its own role in the database and at the brokers alone',
    (app) => {
      const name = app.replaceAll('_', '-');
      const settings = settingsOf(appOf(app));
      expect(new URL(settings.databaseUrl ?? '').username).toBe(`records_${app}`);
      expect([settings.databaseOwnerUrl, settings.databaseAppUrls]).toEqual([undefined, {}]);
      expect(settings).toMatchObject({
        kafkaSaslUsername: `records-${name}`,
        makeMissing: false,
        adminHost: '0.0.0.0',
      });
    },
  );

  itWith('helm')('migrate has the roles of all, and topics none', () => {
    const { databaseOwnerUrl, databaseAppUrls, kafkaBrokers } = settingsOf(podOf('migrate'));
    expect(databaseOwnerUrl).toBeDefined();
    expect(Object.keys(databaseAppUrls)).toHaveLength(4);
    expect(kafkaBrokers).toBeUndefined();
    const topics = podOf('topics');
    expect(mountedFiles(topics).map(({ path }) => path)).toEqual([
      '/etc/service/kafka-ca/ca.crt',
      '/etc/service/kafka/password',
    ]);
  });

  itWith('helm')(
    'a restored copy has what its code reads, and no key to prove, deliver or command with',
    async () => {
      const settings = settingsOf(podOf('copy'));
      expect(settings).toMatchObject({
        restoredCopy: true,
        makeMissing: false,
        kafkaBrokers: undefined,
        // Then it listens on the loopback address alone.
        tlsCertFile: undefined,
        trustedProxies: [],
        signingKeysFile: undefined,
        sealingKeysFile: undefined,
        commandKeysFiles: {},
        pepperFile: expect.any(String),
        databaseOwnerUrl: expect.any(String),
      });
      expect(Object.keys(settings.databaseAppUrls)).toHaveLength(4);
      const given = Object.keys(settings.eventKeysFiles);
      expect(given.sort()).toEqual([...DATA_LOGS].sort());
      const missing = () => Promise.resolve(false);
      for (const log of DATA_LOGS) await readEventKeys(settings, log, missing);
    },
  );

  itWith('helm')('each app runs a program that there is', () => {
    for (const { app, container } of all()) {
      const [node, program = ''] = container.command;
      expect(node).toBe('node');
      if (app === 'commands') continue;
      expect(existsSync(program.replace(/^dist\/([^/]+)\/(.*)\.js$/, 'apps/$1/src/$2.ts'))).toBe(true);
    }
  });
});

describe('the Secrets of npm run chart:secrets', () => {
  it('have different keys and passwords, and files that end with a line feed', () => {
    const texts = [...secrets.values()].flatMap((data) => Object.values(data));
    expect(new Set(texts).size).toBe(texts.length);
    const files = [...secrets]
      .filter(([name]) => name.endsWith('keys'))
      .flatMap(([, data]) => Object.values(data));
    expect(files.filter((text) => !text.endsWith('\n'))).toEqual([]);
  });
});
