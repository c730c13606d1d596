import type { Alert } from './alert.ts';

const IN_PRODUCTION = { environment: 'production' };
const GATEWAY = 'rvs_build_info{environment="production",app="verify-api",instance="a"}';
const STORE = 'rvs_build_info{environment="production",app="record-store",instance="b"}';
const EXPIRY = 'rvs_tls_certificate_expiry_timestamp_seconds{environment="production",instance="a"}';
const OTHER_EXPIRY = 'rvs_tls_certificate_expiry_timestamp_seconds{environment="development",instance="b"}';
const WAITING =
  'rvs_database_pool_connections{environment="production",app="verify_api",state="waiting",instance="a"}';
const WAIT = 'rvs_database_pool_wait_seconds{environment="production",app="verify_api",instance="a"}';
const OF_GATEWAY = { ...IN_PRODUCTION, app: 'verify_api' };
const ERRORS = 'rvs_kafka_client_errors_total{environment="production",part="Connection",instance="a"}';

/** The processes and what they depend on. */
export const PROCESS_ALERTS: readonly Alert[] = [
  {
    name: 'AppAbsent',
    severity: 'page',
    summary: 'An app that ran today has no process now, or Prometheus reaches none.',
    runbook: 'app-absent',
    expression:
      '(group by (namespace, release, environment, app) (present_over_time(rvs_build_info[1d])) ' +
      'unless on (namespace, release, environment, app) rvs_build_info) or absent(rvs_build_info)',
    for: '2m',
    fires: [
      {
        series: { [GATEWAY]: '1x40', [STORE]: '1x5 stale' },
        labels: { ...IN_PRODUCTION, app: 'record-store' },
      },
      { series: {}, labels: {} },
    ],
    quiet: [{ series: { [GATEWAY]: '1x40', [STORE]: '1x40' } }],
  },
  {
    name: 'CertificateExpiry',
    severity: 'ticket',
    summary: 'The certificate of the HTTP API expires within two weeks.',
    runbook: 'certificate-expiry',
    expression:
      'min by (namespace, release, environment) (rvs_tls_certificate_expiry_timestamp_seconds) - time() < 14 * 86400',
    for: '10m',
    // In promtool's tests, time begins at 0.
    fires: [{ series: { [EXPIRY]: '1000000x40', [OTHER_EXPIRY]: '2000000x40' }, labels: IN_PRODUCTION }],
    quiet: [{ series: { [EXPIRY]: '2000000x40' } }, { series: {} }],
  },
  {
    name: 'PoolExhausted',
    severity: 'ticket',
    summary: 'Queries of an app wait for a connection to its database.',
    runbook: 'pool-exhausted',
    expression:
      '(min_over_time(rvs_database_pool_connections{state="waiting"}[5m]) > 0) or ' +
      '(min_over_time(rvs_database_pool_wait_seconds[5m]) > 0.5)',
    for: '5m',
    fires: [
      { series: { [WAITING]: '3x40' }, labels: { ...OF_GATEWAY, state: 'waiting', instance: 'a' } },
      { series: { [WAIT]: '1x40' }, labels: { ...OF_GATEWAY, instance: 'a' } },
    ],
    quiet: [{ series: { [WAITING]: '0 3 0 5 0 3 0 5 0 3 0 5 0 3 0 5 0 3 0 5 0', [WAIT]: '0.001x40' } }],
  },
  {
    name: 'KafkaErrors',
    severity: 'page',
    summary: 'A process has had errors of Kafka for ten minutes: without a broker, nobody can write.',
    runbook: 'kafka-errors',
    expression:
      'sum by (namespace, release, environment, instance) (rate(rvs_kafka_client_errors_total[5m])) > 0.1',
    for: '10m',
    fires: [{ series: { [ERRORS]: '0+30x40' }, labels: { ...IN_PRODUCTION, instance: 'a' } }],
    quiet: [{ series: { [ERRORS]: '0x10 20x30' } }],
  },
];
