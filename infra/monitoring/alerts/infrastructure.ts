import type { Alert } from './alert.ts';

const IN_RECORDS = { namespace: 'records' };
const FAILED = 'cnpg_pg_stat_archiver_failed_count{namespace="records",pod="db-1"}';
const ARCHIVED = 'cnpg_pg_stat_archiver_seconds_since_last_archival{namespace="records",pod="db-1"}';
const BACKUP =
  'barman_cloud_cloudnative_pg_io_last_available_backup_timestamp{namespace="records",pod="db-1"}';
const OLD_BACKUP = 'cnpg_collector_last_available_backup_timestamp{namespace="records",pod="db-1"}';
const VOLUME = { namespace: 'records', persistentvolumeclaim: 'db-1' };
const free = 'kubelet_volume_stats_available_bytes{namespace="records",persistentvolumeclaim="db-1"}';
const whole = 'kubelet_volume_stats_capacity_bytes{namespace="records",persistentvolumeclaim="db-1"}';

/**
 * The database server and the volumes, by the metrics of other programs: CloudNativePG with its Barman plugin,
 * postgres_exporter, and the kubelet. If you use others, change the names.
 */
export const INFRASTRUCTURE_ALERTS: readonly Alert[] = [
  {
    name: 'WalArchiveFailing',
    severity: 'page',
    summary:
      'The write-ahead log of a database is not archived: a loss of the server would lose what came since.',
    runbook: 'wal-archive-failing',
    expression:
      '(max by (namespace) (increase(cnpg_pg_stat_archiver_failed_count[15m])) > 0) or ' +
      '(max by (namespace) (increase(pg_stat_archiver_failed_count[15m])) > 0) or ' +
      '(min by (namespace) (cnpg_pg_stat_archiver_seconds_since_last_archival) > 900)',
    for: '5m',
    fires: [
      { series: { [FAILED]: '0+1x40', [ARCHIVED]: '60x40' }, labels: IN_RECORDS },
      { series: { [FAILED]: '0x40', [ARCHIVED]: '60+60x40' }, at: '30m', labels: IN_RECORDS },
      { series: { 'pg_stat_archiver_failed_count{namespace="records"}': '0+1x40' }, labels: IN_RECORDS },
    ],
    quiet: [{ series: { [FAILED]: '3x40', [ARCHIVED]: '60x40' } }, { series: {} }],
  },
  {
    name: 'BackupOld',
    severity: 'ticket',
    summary: 'The newest backup of a database is older than 26 hours, or there is none.',
    runbook: 'backup-old',
    // The metric of the older kind of backup stays 0 with the plugin.
    expression:
      'time() - max by (namespace) (barman_cloud_cloudnative_pg_io_last_available_backup_timestamp ' +
      'or cnpg_collector_last_available_backup_timestamp) > 26 * 3600',
    for: '30m',
    // In promtool's tests, time begins at 0.
    fires: [
      { series: { [BACKUP]: '-100000x40', [OLD_BACKUP]: '-100000x40' }, at: '40m', labels: IN_RECORDS },
    ],
    quiet: [
      { series: { [BACKUP]: '0x40', [OLD_BACKUP]: '-100000x40' }, at: '40m' },
      { series: {}, at: '40m' },
    ],
  },
  {
    name: 'VolumeFull',
    severity: 'page',
    summary: 'A volume is nearly full, or will be within four hours.',
    runbook: 'volume-full',
    expression:
      '(kubelet_volume_stats_available_bytes / kubelet_volume_stats_capacity_bytes < 0.1) or ' +
      '(predict_linear(kubelet_volume_stats_available_bytes[1h], 4 * 3600) < 0 and ' +
      'kubelet_volume_stats_available_bytes / kubelet_volume_stats_capacity_bytes < 0.5)',
    for: '10m',
    fires: [
      { series: { [free]: '5x40', [whole]: '100x40' }, labels: VOLUME },
      { series: { [free]: '49-0.5x40', [whole]: '100x40' }, labels: VOLUME },
    ],
    quiet: [
      { series: { [free]: '60-0.5x40', [whole]: '100x40' } },
      { series: { [free]: '40x40', [whole]: '100x40' } },
    ],
  },
];
