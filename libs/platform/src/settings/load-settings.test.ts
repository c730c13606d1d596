import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { loadSettings, SettingsError } from './load-settings.js';

function problemsOf(variables: NodeJS.ProcessEnv): readonly string[] {
  try {
    loadSettings({ ENVIRONMENT: 'production', ...variables });
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
  return [];
}

const WITNESS = 'witness.example/1+41a5f566+BFnYzUpFsGspKscwe5LGEIW60T1q0dzpuEVidwErJAgh';
const OTHER_WITNESS = 'witness.example/2+6834c599+AVnYzUpFsGspKscwe5LGEIW60T1q0dzpuEVidwErJAgh';

const directory = mkdtempSync(join(tmpdir(), 'settings-'));
const secretFile = join(directory, 'url');
beforeAll(() => writeFileSync(secretFile, 'postgres://owner:secret@db.example/production\n'));
afterAll(() => rmSync(directory, { recursive: true }));

describe('the settings of access tokens', () => {
  const PUBLIC_URL = 'https://records.example';

  it('need an address that clients know, where there is an issuer', () => {
    expect(problemsOf({ OAUTH_ISSUER: 'https://login.example' })).toEqual([
      'OAUTH_ISSUER is set, so PUBLIC_URL must be set as well.',
    ]);
    expect(problemsOf({ PUBLIC_URL, OAUTH_ISSUER: 'http://127.0.0.1:8080/t?' })).toHaveLength(1);
  });

  it.each(['https://login.example', 'https://login.example/t/', 'http://localhost:8080', 'http://[::1]/t'])(
    'take the issuer %s',
    (issuer) => expect(problemsOf({ PUBLIC_URL, OAUTH_ISSUER: issuer })).toEqual([]),
  );

  it.each([
    'http://login.example',
    'login.example',
    'https://a:b@login.example',
    'https://x/#a',
    'https://x/?a',
    '',
  ])('refuse the issuer “%s”', (issuer) =>
    expect(problemsOf({ PUBLIC_URL, OAUTH_ISSUER: issuer })).toHaveLength(1),
  );

  it.each([
    'http://records.example',
    'https://records.example/',
    'https://records.example/x',
    'records.example',
  ])('refuse the address %s', (address) => expect(problemsOf({ PUBLIC_URL: address })).toHaveLength(1));
});

const DEFAULTS = {
  environment: 'development',
  port: 3000,
  sharePort: false,
  cell: 0,
  trustedProxies: [],
  corsOrigins: [],
  consoleLocalSignIn: true,
  consoleOidcRolesClaim: 'groups',
  oauthProjectClaim: 'project_id',
  adminPort: 3001,
  adminHost: '127.0.0.1',
  drainDelaySeconds: 0,
  requestDeadlineSeconds: 10,
  maxConnections: 4_000,
  idleConnectionSeconds: 65,
  maxRequests: 1_000,
  maxUnreadMegabytes: 256,
  makeMissing: true,
  restoredCopy: false,
  dataDirectory: resolve('data'),
  environments: ['development', 'production'],
  databaseAppUrls: {},
  databaseAllowPlaintext: false,
  kafkaTls: false,
  kafkaAllowPlaintext: false,
  kafkaTopicPrefix: '',
  kafkaPartitions: 12,
  kafkaReplication: 1,
  kafkaPort: 9092,
  replicas: 1,
  rateLimit: true,
  verifyRate: 1_000,
  readRate: 1_000,
  writeRate: 2_000,
  commit: 'unknown',
  logLevel: 'info',
  tracesSamplerRatio: 0.01,
  historyRetentionDays: 400,
  eventRetentionDays: 30,
  attemptRetentionDays: 30,
  commandKeysFiles: {},
  eventKeysFiles: {},
  deliveryAllowedAddresses: [],
  deliveryDeniedAddresses: [],
  credentialsPerProject: 1000,
  authorityElementsPerProject: 10_000,
  deliveryLoopback: 'auto',
  servicePorts: [],
  scrubLoadPercent: 2,
  scrubHistoryStaleAfterHours: 24,
  logOrigin: 'records.localhost',
  logWitnesses: [],
};

describe('settings', () => {
  it('have defaults', () => {
    expect(loadSettings({ ENVIRONMENT: 'development' })).toEqual(DEFAULTS);
  });

  it('are read from their variables, and other variables are ignored', () => {
    const settings = loadSettings({
      PORT: '0',
      CELL: '61',
      SHARE_PORT: 'on',
      TLS_CERT_FILE: '/run/tls/chain.pem',
      TLS_KEY_FILE: '/run/tls/key.pem',
      TRUSTED_PROXIES: '10.0.0.0/8, 2001:DB8::1',
      CORS_ORIGINS: 'https://console.example, http://localhost:5173',
      ADMIN_PORT: '0',
      ADMIN_HOST: '::',
      DRAIN_DELAY_SECONDS: '15',
      IDLE_CONNECTION_SECONDS: '120',
      MAKE_MISSING: 'off',
      RESTORED_COPY: 'on',
      DATA_DIR: 'elsewhere',
      ENVIRONMENT: 'production',
      ENVIRONMENTS: 'production, development',
      DATABASE_URL: 'postgres://service:secret@db.example/production',
      DATABASE_OWNER_URL_FILE: secretFile,
      DATABASE_URL_RECORD_STORE: 'postgres://records@db.example/production',
      DATABASE_ALLOW_PLAINTEXT: 'on',
      KAFKA_BROKERS: 'kafka_1:9092, broker.example:65535,10.0.0.1:1',
      KAFKA_TLS: 'on',
      KAFKA_TLS_CA_FILE: '/run/tls/ca.pem',
      KAFKA_SASL_USERNAME: 'record-store',
      KAFKA_SASL_PASSWORD_FILE: '/run/secrets/kafka',
      KAFKA_TOPIC_PREFIX: 'team-a.',
      KAFKA_PARTITIONS: '1000',
      KAFKA_REPLICATION: '3',
      KAFKA_PORT: '19092',
      REPLICAS: '2',
      DELIVERY_ALLOWED_ADDRESSES: '10.0.0.0/8',
      DELIVERY_DENIED_ADDRESSES: '198.35.26.0/24',
      HISTORY_STREAM_URL: 'https://siem.example/services/collector/raw',
      HISTORY_STREAM_HEADERS: 'Authorization=Splunk%20key, x-index=audit',
      LOG_LEVEL: 'silent',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otel.example/',
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20key',
      OTEL_TRACES_SAMPLER_ARG: '1',
      PUBLIC_URL: 'https://records.example',
      OAUTH_ISSUER: 'https://login.example/t/',
      OAUTH_PROJECT_CLAIM: 'https://records.example/project',
      LOG_ORIGIN: 'log.example/records',
      LOG_WITNESSES: `${WITNESS}@https://witness.example/1/, ${OTHER_WITNESS}@http://127.0.0.1:8000`,
      PEPPER_FILE: '/run/secrets/pepper',
      COMMAND_KEYS_RECORD_STORE_FILE: '/run/secrets/commands',
      EVENT_KEYS_CREDENTIAL_AUTHORITY_FILE: '/run/secrets/events',
      SIGNING_KEYS_FILE: '/run/secrets/keys.json',
      COMMIT: '1e3f5a7',
      PORTAL: 'abc',
      PORT_PRODUCTION: 'abc',
    });
    expect(settings).toEqual({
      ...DEFAULTS,
      idleConnectionSeconds: 120,
      environment: 'production',
      port: 0,
      sharePort: true,
      cell: 61,
      tlsCertFile: '/run/tls/chain.pem',
      tlsKeyFile: '/run/tls/key.pem',
      trustedProxies: [
        { version: 4, first: 0x0a000000n, last: 0x0affffffn },
        { version: 6, first: (0x20010db8n << 96n) | 1n, last: (0x20010db8n << 96n) | 1n },
      ],
      corsOrigins: ['https://console.example', 'http://localhost:5173'],
      publicUrl: 'https://records.example',
      oauthIssuer: 'https://login.example/t/',
      oauthProjectClaim: 'https://records.example/project',
      adminPort: 0,
      adminHost: '::',
      drainDelaySeconds: 15,
      makeMissing: false,
      restoredCopy: true,
      dataDirectory: resolve('elsewhere'),
      environments: ['production', 'development'],
      databaseOwnerUrl: 'postgres://owner:secret@db.example/production',
      databaseAppUrls: { record_store: 'postgres://records@db.example/production' },
      databaseUrl: 'postgres://service:secret@db.example/production',
      databaseAllowPlaintext: true,
      kafkaBrokers: ['kafka_1:9092', 'broker.example:65535', '10.0.0.1:1'],
      kafkaTls: true,
      kafkaTlsCaFile: '/run/tls/ca.pem',
      kafkaSaslUsername: 'record-store',
      kafkaSaslPasswordFile: '/run/secrets/kafka',
      kafkaTopicPrefix: 'team-a.',
      kafkaPartitions: 1000,
      kafkaReplication: 3,
      kafkaPort: 19_092,
      replicas: 2,
      commit: '1e3f5a7',
      historyStreamUrl: 'https://siem.example/services/collector/raw',
      historyStreamHeaders: { Authorization: 'Splunk key', 'x-index': 'audit' },
      logLevel: 'silent',
      otlpEndpoint: 'https://otel.example',
      otlpHeaders: { 'api-key': 'a key' },
      tracesSamplerRatio: 1,
      commandKeysFiles: { record_store: '/run/secrets/commands' },
      eventKeysFiles: { credential_authority: '/run/secrets/events' },
      deliveryAllowedAddresses: [{ version: 4, first: 0x0a000000n, last: 0x0affffffn }],
      deliveryDeniedAddresses: [{ version: 4, first: 3_324_189_184n, last: 3_324_189_439n }],
      logOrigin: 'log.example/records',
      logWitnesses: [
        { vkey: WITNESS, url: 'https://witness.example/1' },
        { vkey: OTHER_WITNESS, url: 'http://127.0.0.1:8000' },
      ],
      pepperFile: '/run/secrets/pepper',
      signingKeysFile: '/run/secrets/keys.json',
    });
  });

  const refused = [
    ['PORT', '65536', '-1', ' 80', '8e3', ''],
    ['SHARE_PORT', 'yes', 'toString'],
    ['TRUSTED_PROXIES', '10.0.0.0/33', '10.0.0.1,', 'proxy.example', '10.0.0.1 10.0.0.2', '0.0.0.0/0'],
    [
      'TRUSTED_PROXIES',
      '10.0.0.1, ::/0',
      '::ffff:0:0/96',
      '128.0.0.0/1, 10.0.0.0/8, 0.0.0.0/1',
      '::/1,8000::/1',
    ],
    ['CORS_ORIGINS', 'console.example', 'https://console.example/', 'https://Console.example'],
    ['CORS_ORIGINS', 'https://console.example:443', 'https://*.example', '*, https://console.example'],
    ['CORS_ORIGINS', 'null'],
    ['ADMIN_PORT', '65536'],
    ['ADMIN_HOST', 'localhost'],
    ['DRAIN_DELAY_SECONDS', '301'],
    ['IDLE_CONNECTION_SECONDS', '0'],
    ['KAFKA_BROKERS', '', 'broker.example', 'broker.example:9092,', 'broker.example:0'],
    ['KAFKA_BROKERS', 'broker.example:65536', 'kafka://broker.example:9092'],
    ['KAFKA_BROKERS', 'broker.example:9092 other.example:9092', '[::1]:9092'],
    ['KAFKA_TOPIC_PREFIX', 'team/a', 'a'.repeat(61), 'a\n'],
    ['KAFKA_PARTITIONS', '0', '1001'],
    ['KAFKA_REPLICATION', '0', '10'],
    ['KAFKA_TLS', 'yes'],
    ['KAFKA_ALLOW_PLAINTEXT', 'true'],
    ['DATABASE_ALLOW_PLAINTEXT', 'true'],
    ['KAFKA_PORT', '0'],
    ['REPLICAS', '0', '33'],
    ['DATA_DIR', ' '],
    ['ENVIRONMENT', 'staging', 'production,development'],
    ['ENVIRONMENTS', '', 'development,', 'production,production', 'staging'],
    ['LOG_LEVEL', 'INFO'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'otel.example:4317'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
    ['LOG_ORIGIN', 'https://log.example', 'log.example:443', 'log.example/a+b', 'log.example/a b'],
    ['LOG_ORIGIN', 'log.example/', 'log.example\n', '-log.example'],
    ['LOG_WITNESSES', 'https://witness.example', WITNESS, `${WITNESS}x@https://witness.example`],
    ['LOG_WITNESSES', `${WITNESS}@http://witness.example`, `${WITNESS}@http://127.0.0.1.witness.example`],
    ['LOG_WITNESSES', `${WITNESS}@https://user:word@witness.example`],
    ['LOG_WITNESSES', `${WITNESS}@https://witness.example?a=b`],
    ['LOG_WITNESSES', `${WITNESS}@https://a.example,${WITNESS}@https://b.example`],
    ['PEPPER_FILE', ''],
  ];
  it.each(refused.flatMap(([variable = '', ...values]) => values.map((value) => [variable, value] as const)))(
    'refuse %s=%j with one sentence that shows both',
    (variable, value) => {
      const problems = problemsOf({ KAFKA_BROKERS: 'localhost:9092', [variable]: value });
      expect(problems).toHaveLength(1);
      expect(problems[0]).toMatch(new RegExp(`^${variable} must be .*\\.$`));
      expect(problems[0]).toContain(JSON.stringify(value));
    },
  );

  it.each([
    'mysql://service:pa55word@db.example/records',
    'postgres://service:pa55word@db.example',
    'postgres://service@db.example/records?user=owner&password=pa55word',
    'pa55word',
  ])('refuse the database URL %s without showing it', (url) => {
    expect(problemsOf({ DATABASE_URL: url })).toEqual([
      'DATABASE_URL must be a postgres:// URL that names a host and a database.',
    ]);
  });

  it.each(['http://siem.example/key', 'https://siem.example/raw?key=a', 'https://user:key@siem.example'])(
    'refuse to send the history to %s without showing it',
    (url) => {
      expect(problemsOf({ HISTORY_STREAM_URL: url })).toEqual([
        'HISTORY_STREAM_URL must be a URL without query and fragment, https or on the loopback address.',
      ]);
    },
  );

  it('accept what goes with a setting that a file holds', () => {
    const given = { HISTORY_STREAM_HEADERS: 'a=b', HISTORY_STREAM_URL_FILE: join(directory, 'stream-url') };
    writeFileSync(given.HISTORY_STREAM_URL_FILE, 'https://siem.example/raw\n');
    expect(problemsOf(given)).toEqual([]);
    expect(problemsOf({ HISTORY_STREAM_HEADERS: 'a=b' })).toEqual([
      'HISTORY_STREAM_HEADERS is set, so HISTORY_STREAM_URL must be set as well.',
    ]);
  });

  it('refuse a value and a file for one setting, and a file that cannot be read', () => {
    const variable = 'DATABASE_URL_VERIFY_API';
    expect(problemsOf({ [variable]: 'postgres://a@b/c', [`${variable}_FILE`]: secretFile })).toEqual([
      `${variable} and ${variable}_FILE must not both be set.`,
    ]);
    const [problem] = problemsOf({ [`${variable}_FILE`]: join(directory, 'missing') });
    expect(problem).toMatch(new RegExp(`^${variable}_FILE names a file that cannot be read: .*ENOENT.*\\.$`));
  });

  it.each([
    ['TLS_CERT_FILE', 'TLS_KEY_FILE'],
    ['TLS_KEY_FILE', 'TLS_CERT_FILE'],
    ['KAFKA_TLS_CA_FILE', 'KAFKA_TLS'],
    ['KAFKA_TLS_CERT_FILE', 'KAFKA_TLS_KEY_FILE', 'KAFKA_TLS'],
    ['KAFKA_TLS_KEY_FILE', 'KAFKA_TLS_CERT_FILE'],
    ['KAFKA_SASL_USERNAME', 'KAFKA_SASL_PASSWORD_FILE', 'KAFKA_BROKERS'],
    ['KAFKA_SASL_PASSWORD_FILE', 'KAFKA_SASL_USERNAME'],
    // The broker that `start:distributed` starts has no TLS.
    ['KAFKA_TLS', 'KAFKA_BROKERS'],
  ])('refuse %s without %s', (given, ...missing) => {
    expect(problemsOf({ [given]: given === 'KAFKA_TLS' ? 'on' : 'file.pem' })).toEqual(
      missing.map((needed) => `${given} is set, so ${needed} must be set as well.`),
    );
  });

  it('must name the environment', () => {
    expect(() => loadSettings({})).toThrow(/^ENVIRONMENT must be one of development, production\.$/);
  });

  it('are refused with every problem at once, each on a line', () => {
    const variables = { ENVIRONMENT: 'production', PORT: 'abc', LOG_LEVEL: 'loud' };
    expect(problemsOf(variables)).toHaveLength(2);
    expect(() => loadSettings(variables)).toThrow(
      'PORT must be a whole number from 0 to 65535, not "abc".\n' +
        'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent, not "loud".',
    );
  });
});
