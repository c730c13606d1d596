import { absent } from '../releases.ts';
import type { Alert } from './alert.ts';

const IN_PRODUCTION = { environment: 'production' };
const RUNS = { 'rvs_build_info{environment="production",app="record-store",instance="b"}': '1x40' };
const HEAD = 'rvs_transparency_log_head_age_seconds{environment="production",instance="a"}';
const LAG = 'rvs_transparency_log_lag_seconds{environment="production",instance="a"}';
const SEALS = 'rvs_history_seal_lag_seconds{environment="production",instance="a"}';
const STREAM = 'rvs_history_stream_lag_seconds{environment="production",instance="a"}';

/** The transparency log, and the seals of the history in it. */
export const LOG_ALERTS: readonly Alert[] = [
  {
    name: 'LogRefused',
    severity: 'page',
    summary: 'The transparency log must not go on: its database differs from its published checkpoints.',
    runbook: 'log-refused',
    expression: 'max by (namespace, release, environment) (rvs_transparency_log_refused) == 1',
    fires: [
      {
        series: { 'rvs_transparency_log_refused{environment="production"}': '0x10 1x10' },
        labels: IN_PRODUCTION,
      },
    ],
    quiet: [{ series: { 'rvs_transparency_log_refused{environment="production"}': '0x20' } }],
  },
  {
    name: 'LogHeadOldOrAbsent',
    severity: 'page',
    summary: 'The newest checkpoint of the transparency log is old, or no record-store makes any.',
    runbook: 'log-head-old-or-absent',
    expression:
      '(max by (namespace, release, environment) (rvs_transparency_log_head_age_seconds) > 3) or ' +
      absent('rvs_transparency_log_head_age_seconds'),
    for: '1m',
    fires: [
      { series: { ...RUNS, [HEAD]: '0.2x10 5x20' }, labels: IN_PRODUCTION },
      { series: { ...RUNS, [HEAD]: '0.2x5 stale' }, labels: IN_PRODUCTION },
    ],
    quiet: [{ series: { ...RUNS, [HEAD]: '0.2x40' } }],
  },
  {
    name: 'LogLag',
    severity: 'page',
    summary:
      'Elements wait for the transparency log; at half of the merge delay what can add a `passed` is refused.',
    runbook: 'log-lag',
    expression: 'max by (namespace, release, environment) (rvs_transparency_log_lag_seconds) > 30',
    fires: [{ series: { [LAG]: '0.1x5 0+60x10' }, labels: IN_PRODUCTION }],
    quiet: [{ series: { [LAG]: '0.1x10 20x10' } }],
  },
  {
    name: 'WitnessObjects',
    severity: 'page',
    summary: 'A witness objects: the transparency log contradicts a checkpoint that it has cosigned.',
    runbook: 'witness-objects',
    expression:
      'max by (namespace, release, environment, witness) (rvs_transparency_log_witness_objects) == 1',
    fires: [
      {
        series: {
          'rvs_transparency_log_witness_objects{environment="production",witness="w.example"}': '1x20',
        },
        labels: { ...IN_PRODUCTION, witness: 'w.example' },
      },
    ],
    quiet: [
      {
        series: {
          'rvs_transparency_log_witness_objects{environment="production",witness="w.example"}': '0x20',
        },
      },
    ],
  },
  {
    name: 'SealLag',
    severity: 'ticket',
    summary: 'Lines of the interaction history are not sealed in the log, or no gateway seals them.',
    runbook: 'seal-lag',
    expression:
      '(max by (namespace, release, environment) (rvs_history_seal_lag_seconds) > 60) or ' +
      absent('rvs_history_seal_lag_seconds'),
    for: '2m',
    fires: [
      { series: { ...RUNS, [SEALS]: '1x5 0+60x20' }, labels: IN_PRODUCTION },
      { series: { ...RUNS, [SEALS]: '1x5 stale' }, labels: IN_PRODUCTION },
    ],
    quiet: [{ series: { ...RUNS, [SEALS]: '1x40' } }],
  },
  {
    name: 'HistoryStreamLag',
    severity: 'ticket',
    summary: 'The receiver of the copy of the history does not take it; its days are not dropped meanwhile.',
    runbook: 'history-stream-lag',
    expression: 'max by (namespace, release, environment) (rvs_history_stream_lag_seconds) > 300',
    for: '5m',
    fires: [{ series: { [STREAM]: '1x5 0+60x30' }, labels: IN_PRODUCTION }],
    // Without a receiver there is no such series.
    quiet: [{ series: { [STREAM]: '1x40' } }, { series: { ...RUNS } }],
  },
];
