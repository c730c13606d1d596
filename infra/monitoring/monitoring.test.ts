import { readFileSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger } from '@service/platform/logging';
import { createMetrics } from '@service/platform/metrics';
import { documentedMetrics } from '../../test/support/documented-metrics.ts';
import { ALERTS } from './alerts/index.ts';
import { BOARDS, expressionsOf } from './dashboards/index.ts';
import { generatedFiles } from './generated-files.ts';
import { RELEASE, ofOneRelease } from './releases.ts';
import { ruleGroups, runbookOf } from './rules.ts';
import { runbookQueries } from './runbook-queries.ts';

const alerts = Object.values(ALERTS).flat();
const rules = ruleGroups().flatMap((group) => group.rules);
const expressions = [
  ...rules.map(({ expr }) => expr),
  ...BOARDS.flatMap(expressionsOf),
  ...runbookQueries().values(),
];
const recorded = rules.flatMap((rule) => ('record' in rule ? [rule.record] : []));

/** Metrics that other programs export. */
const OF_OTHERS = /^(?:kubelet_volume_stats|cnpg|pg_stat_archiver|barman_cloud_cloudnative_pg_io)_/;
/** Words of PromQL, and labels after `by` and `on`. */
const NAME = /(?<![\w:$"])[a-z][a-z0-9]*(?:[_:][a-z0-9:_]+)(?![\w:(])/g;

/** The names of metrics in an expression. */
function metricsIn(expression: string): string[] {
  const names = /\{__name__=~"([^"]+)"\}/.exec(expression)?.[1]?.split('|') ?? [];
  // Without labels, and without texts and the names of functions.
  const bare = expression.replaceAll(/\{[^}]*\}|"[^"]*"|\b(?:by|on) \([^)]*\)/g, ' ');
  return [...names, ...Array.from(bare.matchAll(NAME), ([name]) => name)];
}

let exported: Set<string>;

beforeAll(async () => {
  const { always, withKafka } = documentedMetrics();
  const ofNode = await createMetrics(createLogger('silent'), 'development').collect();
  const histograms = (name: string) => [name, `${name}_bucket`, `${name}_sum`, `${name}_count`];
  exported = new Set([
    ...[...always, ...withKafka].flatMap(histograms),
    ...ofNode.map(({ name }) => name),
    ...recorded,
  ]);
});

describe('the rules, dashboards and runbooks', () => {
  it('name only metrics that the service or its infrastructure exports', () => {
    const named = expressions.flatMap(metricsIn);
    expect(named.filter((name) => !exported.has(name) && !OF_OTHERS.test(name))).toEqual([]);
    // Each expression names one at least: the names were found.
    expect(expressions.filter((expression) => metricsIn(expression).length === 0)).toEqual([]);
  });

  it('keep one release apart from another', () => {
    const ours = [...rules.map(({ expr }) => expr), ...runbookQueries().values()].filter((expression) =>
      expression.includes('rvs_'),
    );
    const joined = ours.flatMap((expression) =>
      Array.from(expression.matchAll(/\b(?:by|on) \(([^)]*)\)/g), ([, labels = '']) => labels),
    );
    expect(joined.filter((labels) => !labels.startsWith(RELEASE))).toEqual([]);
  });

  it('take neither sums nor averages of what a leader alone has, or all replicas read', () => {
    const added = /\b(?:sum|avg) by \([^)]*\) \(rvs_(?!database_pool|event_feed_lag)/;
    expect(expressions.filter((expression) => added.test(expression))).toEqual([]);
  });

  it('are what Prometheus and Grafana load: `npm run monitoring` writes it', () => {
    for (const [path, text] of generatedFiles()) expect(readFileSync(path, 'utf8')).toBe(text);
  });
});

describe('a rule of one release', () => {
  const own = '{namespace="NAMESPACE",release="RELEASE"';
  it.each([
    ['max by (release) (rvs_a_seconds) > 5', `max by (release) (rvs_a_seconds${own}}) > 5`],
    ['rate(rvs_b_total{le=~"1"}[5m])', `rate(rvs_b_total${own},le=~"1"}[5m])`],
    ['slo:x:error_ratio5m > 1', `slo:x:error_ratio5m${own}} > 1`],
    ['kubelet_c < 1', 'kubelet_c{namespace="DATABASE_NAMESPACE"} < 1'],
  ])('names its release at every metric: %s', (expression, written) => {
    expect(ofOneRelease(expression)).toBe(written);
  });
});

describe('an alert', () => {
  it('has a name of its own, a situation in which it fires, and one in which it does not', () => {
    expect(new Set(alerts.map(({ name }) => name)).size).toBe(alerts.length);
    const untried = alerts.filter(({ fires, quiet }) => fires.length === 0 || quiet.length === 0);
    expect(untried.map(({ name }) => name)).toEqual([]);
  });

  it('has a runbook that names it, and every runbook is one of an alert', () => {
    const named = new Map<string, string[]>();
    for (const alert of alerts) {
      const path = runbookOf(alert);
      named.set(path, [...(named.get(path) ?? []), alert.name]);
    }
    const files = readdirSync('docs/runbooks').map((file) => `docs/runbooks/${file}`);
    expect(files.sort()).toEqual([...named.keys()].sort());
    for (const [path, names] of named) {
      expect(readFileSync(path, 'utf8')).toContain(
        `\nAlerts: ${names.map((name) => `\`${name}\``).join(', ')}.`,
      );
    }
  });

  it.each(readdirSync('docs/runbooks'))('is followed by a page of the same parts: %s', (file) => {
    const page = readFileSync(`docs/runbooks/${file}`, 'utf8');
    const parts = [
      'Meaning.',
      'What callers see.',
      'Look first.',
      'Likely causes.',
      'Repair.',
      '`npm run recover`?',
    ];
    expect(Array.from(page.matchAll(/^\*\*(.*?)\*\*/gm), ([, part]) => part)).toEqual(parts);
  });

  it('is in the list of docs/monitoring.md, with its runbook, severity and summary', () => {
    const rows = readFileSync('docs/monitoring.md', 'utf8')
      .split('\n')
      .map((line) => line.replaceAll(/ +/g, ' '));
    const expected = alerts.map(
      (alert) =>
        `| [\`${alert.name}\`](runbooks/${basename(runbookOf(alert))}) | ${alert.severity} | ${alert.summary} |`,
    );
    expect(expected.filter((row) => !rows.includes(row))).toEqual([]);
  });
});
