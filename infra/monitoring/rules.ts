import { ALERTS, type Alert } from './alerts/index.ts';
import { OBJECTIVES, WINDOWS, ratioExpression, ratioName } from './objectives.ts';

/** A rule as Prometheus reads it. */
type Rule =
  | { record: string; expr: string }
  | {
      alert: string;
      expr: string;
      for?: string;
      labels: { severity: string };
      annotations: { summary: string; runbook_url: string };
    };

/** Rules that Prometheus evaluates together. */
export interface RuleGroup {
  name: string;
  rules: readonly Rule[];
}

/** The recording rules of the objectives, and the alerts. */
export function ruleGroups(): RuleGroup[] {
  const objectives = OBJECTIVES.flatMap((objective) =>
    WINDOWS.map((window) => ({
      record: ratioName(objective, window),
      expr: ratioExpression(objective, window),
    })),
  );
  const alerts = Object.entries(ALERTS).map(([name, all]) => ({ name, rules: all.map(ruleOf) }));
  return [{ name: 'objectives', rules: objectives }, ...alerts];
}

/** Path of an alert's runbook from the root of the repository: a URL would need a host that exists. */
export function runbookOf({ runbook }: Alert): string {
  return `docs/runbooks/${runbook}.md`;
}

/** The annotations of an alert, which contain no labels. */
export function annotationsOf(alert: Alert): { summary: string; runbook_url: string } {
  return { summary: alert.summary, runbook_url: runbookOf(alert) };
}

function ruleOf(alert: Alert): Rule {
  const { name, severity, expression } = alert;
  return {
    alert: name,
    expr: expression,
    ...(alert.for === undefined ? {} : { for: alert.for }),
    labels: { severity },
    annotations: annotationsOf(alert),
  };
}

/** The groups as YAML. */
export function toYaml(groups: readonly RuleGroup[]): string {
  const lines = ['groups:'];
  for (const { name, rules } of groups) {
    lines.push(`  - name: ${name}`, '    rules:');
    for (const rule of rules) {
      Object.entries(rule).forEach(([member, value], index) => {
        lines.push(
          `${index === 0 ? '      - ' : '        '}${member}:${valueLines(value as string | object)}`,
        );
      });
    }
  }
  return `${lines.join('\n')}\n`;
}

function valueLines(value: string | object): string {
  if (typeof value === 'string') return ` ${quoted(value)}`;
  return Object.entries(value)
    .map(([member, text]) => `\n          ${member}: ${quoted(String(text))}`)
    .join('');
}

/** Quoted so that expressions, which have double quotes, stay readable. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
