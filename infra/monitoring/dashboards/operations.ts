import { CHOSEN, greatest, legendOf, rateOf, type Board } from './board.ts';

/** Metrics of Node.js name no service and no environment; another metric of the same process supplies both. */
const OURS = `and on (instance) rvs_build_info{${CHOSEN}}`;

/** What the service runs on: processes, pools, Kafka, the database, and whether its data is sound. */
export const OPERATIONS: Board = {
  name: 'rvs-operations',
  title: 'Record verification: operations',
  rows: [
    {
      title: 'Processes',
      panels: [
        {
          title: 'Processes by release',
          unit: 'short',
          queries: [
            {
              expression: `count by (namespace, release, environment, app, version, commit) (rvs_build_info{${CHOSEN}})`,
              legend: legendOf('app', 'version', 'commit'),
            },
          ],
        },
        {
          title: 'CPU',
          unit: 'percentunit',
          queries: [
            {
              expression: `rate(process_cpu_seconds_total[$__rate_interval]) ${OURS}`,
              legend: '{{instance}}',
            },
          ],
        },
        {
          title: 'Memory',
          unit: 'bytes',
          queries: [{ expression: `process_resident_memory_bytes ${OURS}`, legend: '{{instance}}' }],
        },
        {
          title: 'Event loop, 99th percentile of its lag',
          unit: 's',
          queries: [{ expression: `nodejs_eventloop_lag_p99_seconds ${OURS}`, legend: '{{instance}}' }],
        },
        {
          title: 'Days until the certificate expires',
          unit: 'd',
          queries: [
            {
              expression: `(min by (namespace, release, environment) (rvs_tls_certificate_expiry_timestamp_seconds{${CHOSEN}}) - time()) / 86400`,
              legend: legendOf(),
            },
          ],
        },
        {
          title: 'Age of signing keys',
          unit: 's',
          queries: [greatest('rvs_signing_key_age_seconds', 'purpose')],
        },
      ],
    },
    {
      title: 'Database',
      panels: [
        {
          title: 'Connections',
          unit: 'short',
          queries: [
            {
              expression: `sum by (namespace, release, environment, app, state) (rvs_database_pool_connections{${CHOSEN}})`,
              legend: legendOf('app', 'state'),
            },
          ],
        },
        {
          title: 'Wait for a connection',
          unit: 's',
          queries: [greatest('rvs_database_pool_wait_seconds', 'app')],
        },
        {
          title: 'Oldest transaction',
          unit: 's',
          about: 'It holds back every follower of the event log.',
          queries: [greatest('rvs_event_log_oldest_transaction_age_seconds')],
        },
      ],
    },
    {
      title: 'Kafka',
      panels: [
        { title: 'Lag of the relays', unit: 's', queries: [greatest('rvs_event_relay_lag_seconds', 'log')] },
        {
          title: 'Messages that wait',
          unit: 'short',
          queries: [
            {
              expression: `sum by (namespace, release, environment, consumer) (rvs_event_feed_lag_messages{${CHOSEN}})`,
              legend: legendOf('consumer'),
            },
          ],
        },
        {
          title: 'Errors of the client',
          unit: 'cps',
          queries: [rateOf('rvs_kafka_client_errors_total', 'part')],
        },
        {
          title: 'Messages without a code of an app',
          unit: 'short',
          about: 'Any is an alarm.',
          queries: [greatest('rvs_unauthenticated_messages_total', 'topic')],
        },
      ],
    },
    {
      title: 'Is stored data sound?',
      panels: [
        { title: 'Findings of the scrub', unit: 'short', queries: [greatest('rvs_scrub_findings', 'kind')] },
        {
          title: 'Since all was compared',
          unit: 's',
          queries: [
            greatest('rvs_scrub_age_seconds', 'part'),
            greatest('rvs_scrub_bound_seconds', 'part'),
            greatest('rvs_scrub_history_age_seconds'),
          ],
        },
        { title: 'Last whole round', unit: 's', queries: [greatest('rvs_scrub_round_seconds', 'part')] },
        {
          title: 'Contradicted and forged',
          unit: 'short',
          about: 'Any is an alarm.',
          queries: [
            greatest('rvs_log_contradictions_total'),
            greatest('rvs_event_log_forged_events_total', 'log'),
            greatest('rvs_published_events_forged_total'),
            greatest('rvs_command_results_forged_total'),
          ],
        },
      ],
    },
  ],
};
