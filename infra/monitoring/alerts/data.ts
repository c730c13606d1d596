import { RELEASE, absent } from '../releases.ts';
import type { Alert } from './alert.ts';

const IN_PRODUCTION = { environment: 'production' };
const FINDINGS = 'rvs_scrub_findings{environment="production",kind="events"}';
const SCRUB = 'rvs_scrub_age_seconds{environment="production",part="ends"}';
const BOUND = 'rvs_scrub_bound_seconds{environment="production",part="ends"}';
const OF_ENDS = { ...IN_PRODUCTION, part: 'ends' };
const HISTORY = 'rvs_scrub_history_age_seconds{environment="production"}';
const FORGED = 'rvs_event_log_forged_events_total{environment="production",log="record_store"}';
const CONTRADICTED = 'rvs_log_contradictions_total{environment="production"}';
const IGNORED = 'rvs_unauthenticated_messages_total{environment="production",topic="t"}';
const PARKED = 'rvs_dead_letter_streams{environment="production",schema="verify_api_records"}';

/** Whether a counter rose within a day, or began above zero: neither a restart nor a new process ends it. */
function counted(metric: string, ...labels: string[]): string {
  const by = [RELEASE, ...labels].join(', ');
  return (
    `(max by (${by}) (increase(${metric}[1d])) > 0) or ` +
    `(max by (${by}) (max_over_time(${metric}[1d]) unless ${metric} offset 1d) > 0)`
  );
}

/** Whether stored data and messages are what the service wrote. */
export const DATA_ALERTS: readonly Alert[] = [
  {
    name: 'ScrubFindings',
    severity: 'page',
    summary: 'Stored data differs from what the log or the events say.',
    runbook: 'scrub-findings',
    expression: 'max by (namespace, release, environment, kind) (rvs_scrub_findings) > 0',
    fires: [{ series: { [FINDINGS]: '0x10 2x10' }, labels: { ...IN_PRODUCTION, kind: 'events' } }],
    quiet: [{ series: { [FINDINGS]: '0x20' } }],
  },
  {
    name: 'ScrubStale',
    severity: 'ticket',
    summary: 'Stored data goes uncompared for longer than its volume and the pace of the scrub explain.',
    runbook: 'scrub-stale',
    expression:
      '(max by (namespace, release, environment, part) (rvs_scrub_age_seconds) > max by (namespace, release, environment, part) (rvs_scrub_bound_seconds)) or ' +
      '(max by (namespace, release, environment) (rvs_scrub_history_age_seconds) > 86400) or ' +
      absent('rvs_scrub_history_age_seconds'),
    for: '15m',
    fires: [
      {
        series: { [SCRUB]: '10+60x40', [BOUND]: '110x40', [HISTORY]: '10x40' },
        at: '40m',
        labels: OF_ENDS,
      },
      {
        series: { [SCRUB]: '10x40', [BOUND]: '110x40', [HISTORY]: '90000x40' },
        at: '40m',
        labels: IN_PRODUCTION,
      },
      {
        series: {
          'rvs_build_info{environment="production",app="verify-api"}': '1x40',
          [SCRUB]: '10x40',
          [BOUND]: '110x40',
        },
        at: '40m',
        labels: IN_PRODUCTION,
      },
    ],
    quiet: [{ series: { [SCRUB]: '90000+60x40', [BOUND]: '200000x40', [HISTORY]: '600x40' }, at: '40m' }],
  },
  {
    name: 'ForgedData',
    severity: 'page',
    summary: 'Somebody other than its owner has written stored data: it has no effect, but it is there.',
    runbook: 'forged-data',
    expression:
      `${counted('rvs_log_contradictions_total')} or ` +
      `${counted('rvs_event_log_forged_events_total')} or ` +
      `${counted('rvs_published_events_forged_total')} or ` +
      counted('rvs_command_results_forged_total'),
    fires: [
      { series: { [FORGED]: '0x10 1x10' }, labels: IN_PRODUCTION },
      { series: { [CONTRADICTED]: '1x20' }, labels: IN_PRODUCTION },
      {
        series: { 'rvs_published_events_forged_total{environment="production"}': '1x20' },
        labels: IN_PRODUCTION,
      },
      {
        series: { 'rvs_command_results_forged_total{environment="production"}': '1x20' },
        labels: IN_PRODUCTION,
      },
    ],
    quiet: [{ series: { [FORGED]: '0x20', [CONTRADICTED]: '0x20' } }],
  },
  {
    name: 'UnauthenticatedMessages',
    severity: 'page',
    summary: 'Messages on Kafka have no code of an app: somebody forges them, or a process lacks a key.',
    runbook: 'unauthenticated-messages',
    expression: counted('rvs_unauthenticated_messages_total', 'topic'),
    fires: [
      { series: { [IGNORED]: '0x10 3x10' }, labels: { ...IN_PRODUCTION, topic: 't' } },
      // The process was restarted meanwhile, with and without a first message.
      { series: { [IGNORED]: '0x5 3x5 0x10' }, labels: { ...IN_PRODUCTION, topic: 't' } },
      { series: { [IGNORED]: '3x5 _x15' }, labels: { ...IN_PRODUCTION, topic: 't' } },
    ],
    quiet: [{ series: { [IGNORED]: '0x20' } }, { series: { [IGNORED]: '3x2000' }, at: '2000m' }],
  },
  {
    name: 'DeadLetters',
    severity: 'ticket',
    summary: 'A consumer has parked streams, because it could not apply an event; the others go on.',
    runbook: 'dead-letters',
    expression: 'max by (namespace, release, environment, schema) (rvs_dead_letter_streams) > 0',
    for: '5m',
    fires: [{ series: { [PARKED]: '0x5 1x20' }, labels: { ...IN_PRODUCTION, schema: 'verify_api_records' } }],
    // A replay that is under way ends by itself.
    quiet: [{ series: { [PARKED]: '0x20' } }, { series: { [PARKED]: '0x16 1x3 0x20' } }],
  },
];
