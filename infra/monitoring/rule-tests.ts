import type { Alert, Situation } from './alerts/index.ts';
import { annotationsOf } from './rules.ts';

/** When an alert is looked at that does not say when. */
const USUALLY = '20m';

/** A file for `promtool test rules`: alerts in each of their situations, by the rules of a file. */
export function ruleTests(alerts: readonly Alert[], rulesFile: string): object {
  return {
    rule_files: [rulesFile],
    evaluation_interval: '1m',
    tests: alerts.flatMap((alert) => [
      ...alert.fires.map((situation) =>
        testOf(alert, situation, [
          {
            exp_labels: { ...situation.labels, severity: alert.severity },
            exp_annotations: annotationsOf(alert),
          },
        ]),
      ),
      ...alert.quiet.map((situation) => testOf(alert, situation, [])),
    ]),
  };
}

function testOf({ name }: Alert, { series, at = USUALLY }: Situation, expected: readonly object[]): object {
  return {
    interval: '1m',
    input_series: Object.entries(series).map(([each, values]) => ({ series: each, values })),
    alert_rule_test: [{ eval_time: at, alertname: name, exp_alerts: expected }],
  };
}
