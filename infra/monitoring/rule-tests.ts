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
        ...testOf(alert, situation, [
          {
            exp_labels: { ...situation.labels, severity: alert.severity },
            exp_annotations: annotationsOf(alert),
          },
        ]),
        promql_expr_test: [findsSomething(queryOf(runbookOf(alert), queries), situation)],
      })),
      ...alert.quiet.map((situation) => testOf(alert, situation, [])),
    ]),
  };
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
