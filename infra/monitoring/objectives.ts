import type { Situation } from './alerts/alert.ts';

/** A promised share of good requests or events; the rest, over thirty days, is the error budget. */
export interface Objective {
  /** Part of the recorded series' name: `slo:<name>:error_ratio5m`. */
  name: string;
  /** First part of the alerts' names, before `BudgetFast` and `BudgetSlow`. */
  alert: string;
  runbook: string;
  /** The promise in words, for the summaries of the alerts. */
  promise: string;
  share: number;
  /** Counter of everything. */
  total: string;
  /** Counter of requests or events that broke the promise (`bad`) or that kept it (`good`). */
  counted: { bad: string } | { good: string };
  /** No alert fires below this number of misses in six hours: with little traffic, one miss would be a large share. */
  atLeast?: number;
  /** Series for the tests: the total, and the counter when one in five breaks the promise, and when it is kept. */
  sample: { total: Situation['series']; broken: Situation['series']; kept: Situation['series'] };
}

/** What a limit refused is no verification: it is answered faster than one, or slower on purpose. */
const VERIFY = 'operation=~"records.verify|records.verify_batch",status!="429"';
const REQUESTS = 'rvs_http_server_request_duration_seconds';
const VERIFIED = `${REQUESTS}_count{environment="production",operation="records.verify",status="200"}`;
const REFUSED = `${REQUESTS}_count{environment="production",operation="records.verify",status="503"}`;
const UNAVAILABLE = 'rvs_http_server_errors_total{environment="production",code="service.unavailable"}';
const bucketOf = (metric: string, le: string, labels = '') =>
  `${metric}_bucket{environment="production",${labels}le="${le}"}`;
const countOf = (metric: string) => `${metric}_count{environment="production"}`;

/** Prometheus 3 writes whole bounds with a fraction. */
const ONE_SECOND = 'le=~"1(\\\\.0)?"';
const FIVE_SECONDS = 'le=~"5(\\\\.0)?"';

const LAG = 'rvs_directory_lag_seconds';
const DELIVERY = 'rvs_delivery_latency_seconds';

export const OBJECTIVES: readonly Objective[] = [
  {
    name: 'verify_availability',
    alert: 'Verify',
    runbook: 'verify-budget',
    promise: '99.9 % of verifications are answered',
    share: 0.999,
    total: `${REQUESTS}_count{${VERIFY}}`,
    counted: { bad: `${REQUESTS}_count{${VERIFY},status=~"5.."}` },
    sample: {
      total: {},
      broken: { [VERIFIED]: '0+800x20', [REFUSED]: '0+200x20', [UNAVAILABLE]: '0+200x20' },
      kept: { [VERIFIED]: '0+100000x20', [REFUSED]: '0+2x20' },
    },
  },
  {
    name: 'verify_latency',
    alert: 'VerifyLatency',
    runbook: 'verify-latency',
    promise: '99 % of verifications are answered within 50 ms',
    share: 0.99,
    total: `${REQUESTS}_count{${VERIFY}}`,
    counted: { good: `${REQUESTS}_bucket{${VERIFY},le="0.05"}` },
    sample: {
      total: { [VERIFIED]: '0+1000x20' },
      broken: { [bucketOf(REQUESTS, '0.05', 'operation="records.verify",status="200",')]: '0+800x20' },
      kept: { [bucketOf(REQUESTS, '0.05', 'operation="records.verify",status="200",')]: '0+999x20' },
    },
  },
  {
    name: 'revocation',
    alert: 'Revocation',
    runbook: 'revocation-budget',
    promise: '99.99 % of changes of credentials, such as revocations, take effect within a second',
    share: 0.9999,
    total: `${LAG}_count`,
    counted: { good: `${LAG}_bucket{${ONE_SECOND}}` },
    atLeast: 3,
    sample: {
      total: { [countOf(LAG)]: '0+10x20' },
      broken: { [bucketOf(LAG, '1')]: '0+8x20' },
      kept: { [bucketOf(LAG, '1.0')]: '0+10x20' },
    },
  },
  {
    name: 'delivery',
    alert: 'Delivery',
    runbook: 'delivery-budget',
    promise: '99 % of first attempts to deliver an event are over within five seconds',
    share: 0.99,
    total: `${DELIVERY}_count`,
    counted: { good: `${DELIVERY}_bucket{${FIVE_SECONDS}}` },
    atLeast: 5,
    sample: {
      total: { [countOf(DELIVERY)]: '0+10x20' },
      broken: { [bucketOf(DELIVERY, '5')]: '0+8x20' },
      kept: { [bucketOf(DELIVERY, '5')]: '0+10x20' },
    },
  },
];

/** The windows over which the share of broken promises is recorded. */
export const WINDOWS = ['5m', '30m', '1h', '6h', '3d'] as const;
type Window = (typeof WINDOWS)[number];

/** Name of the recorded share. */
export function ratioName({ name }: Objective, window: Window): string {
  return `slo:${name}:error_ratio${window}`;
}

/** The error ratio in a window; no value without requests. */
export function ratioExpression({ total, counted }: Objective, window: Window): string {
  const rate = (series: string) => `sum by (namespace, release, environment) (rate(${series}[${window}]))`;
  return 'bad' in counted
    ? `(${rate(counted.bad)} or 0 * ${rate(total)}) / ${rate(total)}`
    : `1 - ${rate(counted.good)} / ${rate(total)}`;
}

/** How many broke the promise in six hours. */
export function brokenExpression({ total, counted }: Objective): string {
  const increase = (series: string) => `sum by (namespace, release, environment) (increase(${series}[6h]))`;
  return 'bad' in counted ? increase(counted.bad) : `${increase(total)} - ${increase(counted.good)}`;
}
