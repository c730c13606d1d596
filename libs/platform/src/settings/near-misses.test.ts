import { describe, expect, it } from '@jest/globals';
import { nearMisses } from './near-misses.js';
import { settingNames } from './setting-names.js';

describe('a variable that is nearly a setting', () => {
  it.each([
    ['HISTORY_RETENTION_DAY', 'HISTORY_RETENTION_DAYS'],
    ['HISTORY_RETENTOIN_DAYS', 'HISTORY_RETENTION_DAYS'],
    ['KAFKA_BROKER', 'KAFKA_BROKERS'],
    ['KAFAK_BROKERS', 'KAFKA_BROKERS'],
    ['LOG_LEVLE', 'LOG_LEVEL'],
    ['log_level', 'LOG_LEVEL'],
    ['DATADIR', 'DATA_DIR'],
    ['DATA_DIRECTORY', 'DATA_DIR'],
    ['REPLICA', 'REPLICAS'],
    ['RETENTION_DAYS', 'HISTORY_RETENTION_DAYS or ATTEMPT_RETENTION_DAYS or EVENT_RETENTION_DAYS'],
    ['HISTORY_LOG_RETENTION_DAYS', 'HISTORY_RETENTION_DAYS'],
    ['DATABASE_URL_VERIFY', 'DATABASE_URL_VERIFY_API'],
    ['DATABASE_URL_FILES', 'DATABASE_URL_FILE'],
    ['KAFKA_BROKER_PRODUCTION', 'KAFKA_BROKERS_PRODUCTION'],
    ['KAFKA_BROKERS_PRODUCTON', 'KAFKA_BROKERS_PRODUCTION'],
    ['PORT_PROD', 'PORT_PRODUCTION'],
  ])('%s is told, with what was meant: %s', (name, meant) => {
    const [sentence, ...others] = nearMisses([name]);
    expect(sentence).toContain(`${name} is not a setting and is ignored; `);
    expect(sentence).toContain(meant);
    expect(others).toEqual([]);
  });

  it('is none of the settings, with or without an environment', () => {
    const names = [...settingNames()];
    expect(nearMisses([...names, ...names.map((name) => `${name}_PRODUCTION`)])).toEqual([]);
  });

  it('is no ordinary variable', () => {
    const ordinary = `PATH HOME HOST HOSTNAME USER SHELL LANG LC_ALL TZ TERM PWD TMPDIR EDITOR PORTS POST CELLS LOGNAME COLORTERM
      NODE_ENV NODE_OPTIONS NODE_EXTRA_CA_CERTS npm_config_cache npm_lifecycle_event INIT_CWD JAVA_HOME RVS_PROFILE SERVICE_URL
      SERVICE_TOKEN SSL_CERT_FILE SSL_CERT_DIR POSTGRES_USER POSTGRES_PASSWORD POSTGRES_DB PGHOST PGDATA PGPASSWORD KAFKA_HOME
      KAFKA_HOST KAFKA_OPTS KAFKA_HEAP_OPTS KAFKA_SERVICE_HOST KAFKA_SERVICE_PORT KAFKA_PORT_9092_TCP_ADDR ADMIN_SERVICE_PORT
      KUBERNETES_SERVICE_PORT KUBERNETES_PORT POD_NAME CI GITHUB_SHA http_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY DEBUG XDG_DATA_DIRS
      XDG_DATA_HOME XDG_CONFIG_DIRS OTEL_TRACES_SAMPLER OTEL_EXPORTER_OTLP_TRACES_ENDPOINT OTEL_SERVICE_NAME DATABASE_HOST
      DATABASE_NAME DATABASE_PASSWORD REDIS_URL CHROMIUM JEST_WORKER_ID`;
    expect(nearMisses(ordinary.split(/\s+/))).toEqual([]);
  });
});
