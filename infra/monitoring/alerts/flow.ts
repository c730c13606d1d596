import { absent } from '../releases.ts';
import type { Alert } from './alert.ts';

const IN_PRODUCTION = { environment: 'production' };
const FEED = 'rvs_event_feed_age_seconds{environment="production",consumer="verify_api_records.records"}';
const WAITING = 'rvs_event_feed_lag_messages{environment="production",consumer="verify_api_records.records"}';
const OF_RECORDS = { ...IN_PRODUCTION, consumer: 'verify_api_records.records' };
const OLDEST = 'rvs_event_log_oldest_transaction_age_seconds{environment="production",instance="a"}';
const PREPARED =
  'rvs_event_log_prepared_transaction_age_seconds{environment="production",instance="a",gid="forgotten"}';
const DUE = 'rvs_deliveries_oldest_due_seconds{environment="production",instance="a"}';
const RELAYED = ['credential_authority', 'record_store', 'webhook_dispatcher'];
const relay = (log: string) => `rvs_event_relay_lag_seconds{environment="production",log="${log}"}`;
const relays = (values: string) => Object.fromEntries(RELAYED.map((log) => [relay(log), values]));

/** For each log, whether nobody relays it although it has consumers, which exist only with Kafka. */
const NOBODY_RELAYS = RELAYED.map(
  (log) =>
    `(label_replace(group by (namespace, release, environment) (rvs_event_feed_lag_messages), "log", "${log}", "", "") ` +
    'unless on (namespace, release, environment, log) rvs_event_relay_lag_seconds)',
);

/** The way of events from the logs to their consumers and subscribers. */
export const FLOW_ALERTS: readonly Alert[] = [
  {
    name: 'RelayLagOrAbsent',
    severity: 'page',
    summary: 'Events of a log do not reach Kafka, or nobody publishes them.',
    runbook: 'relay-lag-or-absent',
    expression: [
      '(max by (namespace, release, environment, log) (rvs_event_relay_lag_seconds) > 5)',
      ...NOBODY_RELAYS,
    ].join(' or '),
    for: '1m',
    fires: [
      {
        series: { [WAITING]: '0x40', ...relays('0.2x40'), [relay('record_store')]: '0.2x5 0+5x30' },
        labels: { ...IN_PRODUCTION, log: 'record_store' },
      },
      {
        series: { [WAITING]: '0x40', ...relays('0.2x40'), [relay('record_store')]: '0.2x5 stale' },
        labels: { ...IN_PRODUCTION, log: 'record_store' },
      },
    ],
    quiet: [
      { series: { [WAITING]: '0x40', ...relays('0.2x40') } },
      // Without Kafka nobody relays.
      { series: { [FEED]: '0.2x40' } },
    ],
  },
  {
    name: 'FeedLate',
    severity: 'ticket',
    summary: 'A consumer is two seconds behind its log.',
    runbook: 'feed-old',
    expression: 'max by (namespace, release, environment, consumer) (rvs_event_feed_age_seconds) > 2',
    for: '5m',
    fires: [{ series: { [FEED]: '0.2x5 3x20' }, labels: OF_RECORDS }],
    quiet: [{ series: { [FEED]: '0.2x40' } }, { series: { [FEED]: '0.2x17 3x2 0.2x20' } }],
  },
  {
    name: 'FeedOld',
    severity: 'page',
    summary: 'A consumer is five seconds behind its log: a gateway refuses answers from such a view.',
    runbook: 'feed-old',
    expression: 'max by (namespace, release, environment, consumer) (rvs_event_feed_age_seconds) > 5',
    for: '1m',
    fires: [{ series: { [FEED]: '0.2x5 30x20' }, labels: OF_RECORDS }],
    quiet: [{ series: { [FEED]: '0.2x5 3x20' } }],
  },
  {
    name: 'ConsumerGroupEmpty',
    severity: 'page',
    summary: 'Nobody reads for a consumer that had a reader today.',
    runbook: 'consumer-group-empty',
    expression:
      'group by (namespace, release, environment, consumer) (present_over_time(rvs_event_feed_age_seconds[1d])) ' +
      'unless on (namespace, release, environment, consumer) rvs_event_feed_age_seconds',
    for: '5m',
    fires: [{ series: { [FEED]: '0.2x5 stale' }, labels: OF_RECORDS }],
    quiet: [{ series: { [FEED]: '0.2x40' } }, { series: {} }],
  },
  {
    name: 'OldTransaction',
    severity: 'page',
    summary: 'A transaction that stays open holds back every follower of the event log.',
    runbook: 'old-transaction',
    expression:
      'max by (namespace, release, environment) (rvs_event_log_oldest_transaction_age_seconds) > 10',
    fires: [{ series: { [OLDEST]: '0+60x40' }, labels: IN_PRODUCTION }],
    quiet: [{ series: { [OLDEST]: '2x40' } }],
  },
  {
    name: 'PreparedTransaction',
    severity: 'page',
    summary: 'A prepared transaction holds back every follower of the event log until somebody ends it.',
    runbook: 'old-transaction',
    expression:
      'max by (namespace, release, environment, gid) (rvs_event_log_prepared_transaction_age_seconds) > 10',
    fires: [{ series: { [PREPARED]: '0+60x40' }, labels: { ...IN_PRODUCTION, gid: 'forgotten' } }],
    quiet: [{ series: { [PREPARED]: '2x40' } }],
  },
  {
    name: 'DeliveriesOverdue',
    severity: 'page',
    summary: 'A delivery has been due for five minutes: dispatchers do not keep up, or there is none.',
    runbook: 'deliveries-overdue',
    expression:
      '(max by (namespace, release, environment) (rvs_deliveries_oldest_due_seconds) > 300) or ' +
      absent('rvs_deliveries_oldest_due_seconds'),
    for: '2m',
    fires: [
      { series: { [DUE]: '0+60x40' }, labels: IN_PRODUCTION },
      {
        series: { 'rvs_build_info{environment="production",app="verify-api"}': '1x40', [DUE]: '0x5 stale' },
        labels: IN_PRODUCTION,
      },
    ],
    quiet: [{ series: { [DUE]: '2x40' } }],
  },
];
