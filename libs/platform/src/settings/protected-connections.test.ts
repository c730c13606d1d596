import { describe, expect, it } from '@jest/globals';
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

const SASL = { KAFKA_SASL_USERNAME: 'verify-api', KAFKA_SASL_PASSWORD_FILE: '/run/secrets/kafka' };
const CERTIFICATE = { KAFKA_TLS_CERT_FILE: '/run/tls/client.pem', KAFKA_TLS_KEY_FILE: '/run/tls/client.key' };

describe('brokers beyond the loopback address', () => {
  const KAFKA_BROKERS = '127.0.0.1:9092,kafka.example:9092';

  it.each<[string, NodeJS.ProcessEnv]>([
    ['plaintext', {}],
    ['a login without TLS', SASL],
    ['TLS without a login', { KAFKA_TLS: 'on' }],
    ['TLS that is off', { KAFKA_TLS: 'off', ...SASL }],
  ])('are refused with %s', (_, variables) => {
    expect(problemsOf({ KAFKA_BROKERS, ...variables })).toEqual([
      expect.stringMatching(
        /^KAFKA_BROKERS names kafka\.example:9092 beyond the loopback address, so KAFKA_TLS/,
      ),
    ]);
  });

  it.each<[string, NodeJS.ProcessEnv]>([
    ['TLS and a login', { KAFKA_TLS: 'on', ...SASL }],
    ['TLS and a client certificate', { KAFKA_TLS: 'on', ...CERTIFICATE }],
    ['a setting that allows plaintext', { KAFKA_ALLOW_PLAINTEXT: 'on' }],
  ])('are taken with %s', (_, variables) => {
    expect(problemsOf({ KAFKA_BROKERS, ...variables })).toEqual([]);
  });

  it.each(['127.0.0.1:9092', 'localhost:9092,LOCALHOST:1', '127.8.0.1:9092'])('are not %s', (brokers) => {
    expect(problemsOf({ KAFKA_BROKERS: brokers })).toEqual([]);
  });

  it.each(['127.0.0.1.example:9092', '127.example:9092', 'localhost.example:9092', '10.0.0.1:9092'])(
    'are %s',
    (brokers) => {
      expect(problemsOf({ KAFKA_BROKERS: brokers })).toHaveLength(1);
    },
  );
});

describe('a database', () => {
  it.each([
    'postgres://a@127.0.0.1/records',
    'postgres://a@[::1]:5433/records',
    'postgres://a@localhost/records',
    'postgres://a@db.example/records?host=/var/run/postgresql',
    'postgres://a@db.example/records?sslmode=verify-full',
    'postgres://a@db.example/records?sslmode=verify-full&sslrootcert=/run/tls/ca.pem',
    'postgres://a@db.example/records?sslmode=disable&sslmode=verify-full',
  ])('is taken at %s', (url) => {
    expect(problemsOf({ DATABASE_URL: url })).toEqual([]);
  });

  it.each([
    'postgres://a@db.example/records',
    'postgres://a@127.0.0.1.example/records',
    'postgres://a@127.0.0.1/records?host=db.example',
    'postgres://a@db.example/records?ssl=true',
    'postgres://a@db.example/records?sslmode=require',
    'postgres://a@db.example/records?sslmode=no-verify',
    'postgres://a@db.example/records?sslmode=verify-ca&uselibpqcompat=true',
    'postgres://a@db.example/records?sslmode=verify-full&sslmode=disable',
    'postgres://a@db.example/records?sslmode=verify-full&host=x&sslmode=prefer',
  ])('is refused at %s, unless a setting allows it', (url) => {
    for (const variable of ['DATABASE_OWNER_URL', 'DATABASE_URL', 'DATABASE_URL_RECORD_STORE']) {
      const [problem, ...others] = problemsOf({ [variable]: url });
      expect(problem).toMatch(
        new RegExp(
          `^${variable} names a database beyond the loopback address, so it needs sslmode=verify-full`,
        ),
      );
      expect(problem).not.toContain('db.example');
      expect(others).toEqual([]);
      expect(problemsOf({ [variable]: url, DATABASE_ALLOW_PLAINTEXT: 'on' })).toEqual([]);
    }
  });
});

describe('headers for a collector', () => {
  const OTEL_EXPORTER_OTLP_HEADERS = 'api-key=a%20key';

  it('are refused where they would be sent unencrypted', () => {
    const problems = problemsOf({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://otel.example',
      OTEL_EXPORTER_OTLP_HEADERS,
    });
    expect(problems).toEqual([
      expect.stringMatching(/^OTEL_EXPORTER_OTLP_HEADERS would be sent unencrypted/),
    ]);
  });

  it.each(['https://otel.example', 'http://localhost:4318', 'http://[::1]:4318'])(
    'are taken for %s',
    (endpoint) => {
      expect(problemsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS })).toEqual([]);
    },
  );

  it('are not needed', () => {
    expect(problemsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://otel.example:4318' })).toEqual([]);
  });
});
