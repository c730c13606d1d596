import type { Alert, Situation } from './alerts/index.ts';
import { annotationsOf, runbookOf } from './rules.ts';

/** When an alert is evaluated, unless the situation gives a time. */
const USUALLY = '20m';

/**
 * A file for `promtool test rules`: the alerts of a rules file in each of their situations. Where an alert fires, its
 * runbook's query must find something in the same series.
 * @param queries of the runbooks, by their paths.
 */
export function ruleTests(
  alerts: readonly Alert[],
  rulesFile: string,
  queries: ReadonlyMap<string, string>,
): object {
  return {
    rule_files: [rulesFile],
    evaluation_interval: '1m',
    tests: alerts.flatMap((alert) => [
      ...alert.fires.map((situation) => ({
        ...testOf(alert, situation, [firing(alert, situation.labels)]),
        promql_expr_test: [findsSomething(queryOf(runbookOf(alert), queries), situation)],
      })),
      ...alert.fires.flatMap((situation) => besideAnother(alert, situation)),
      ...alert.quiet.map((situation) => testOf(alert, situation, [])),
    ]),
  };
}

/** A release that is quiet neither hides another one that is not, nor is it named. */
function besideAnother(alert: Alert, { series, labels, at }: Alert['fires'][number]): object[] {
  if (Object.keys(series).length === 0) return [];
  const [quiet] = alert.quiet;
  const both = { ...inNamespace('troubled', series), ...inNamespace('quiet', quiet?.series ?? {}) };
  const release = 'environment' in labels ? { release: 'records' } : {};
  const expected = firing(alert, { ...labels, namespace: 'troubled', ...release });
  return [testOf(alert, { series: both, ...(at !== undefined && { at }) }, [expected])];
}

/** The series of a release named `records` in a namespace; of other programs, the series of that namespace. */
function inNamespace(namespace: string, series: Situation['series']): Situation['series'] {
  return Object.fromEntries(
    Object.entries(series).map(([each, values]) => {
      const release = each.startsWith('rvs_') ? ',release="records"' : '';
      const named = each.replace(/namespace="\w+",?/, '');
      return [named.replace('{', `{namespace="${namespace}"${release},`), values];
    }),
  );
}

function firing(alert: Alert, labels: Readonly<Record<string, string>>): object {
  return { exp_labels: { ...labels, severity: alert.severity }, exp_annotations: annotationsOf(alert) };
}

function testOf({ name }: Alert, { series, at = USUALLY }: Situation, expected: readonly object[]): object {
  return {
    name,
    interval: '1m',
    input_series: Object.entries(series).map(([each, values]) => ({ series: each, values })),
    alert_rule_test: [{ eval_time: at, alertname: name, exp_alerts: expected }],
  };
}

/** @throws Error where the runbook has no query. */
function queryOf(runbook: string, queries: ReadonlyMap<string, string>): string {
  const query = queries.get(runbook);
  if (query === undefined) throw new Error(`The runbook ${runbook} has no query.`);
  return query;
}

/** `count` over no samples yields no sample, so this passes only if the query found something. */
function findsSomething(query: string, { at = USUALLY }: Situation): object {
  return {
    expr: `count(${query}) > bool 0`,
    eval_time: at,
    exp_samples: [{ labels: '{}', value: 1 }],
  };
}
