import { OBJECTIVES, brokenExpression, ratioName, type Objective, type WINDOWS } from '../objectives.ts';
import type { Alert } from './alert.ts';

type Window = (typeof WINDOWS)[number];

/** The burn rates of the SRE workbook: somebody is woken when 2 % of the budget are spent in an hour, or 5 % in six. */
export const BUDGET_ALERTS: readonly Alert[] = OBJECTIVES.flatMap((objective) => [
  fast(objective),
  slow(objective),
]);

function fast(objective: Objective): Alert {
  const { sample, promise } = objective;
  const hour = burning(objective, 14.4, '1h', '5m');
  const hours = burning(objective, 6, '6h', '30m');
  return {
    name: `${objective.alert}BudgetFast`,
    severity: 'page',
    summary: `The budget of thirty days is spent within five: ${promise}, and that is not so now.`,
    runbook: objective.runbook,
    expression: enough(objective, `(${hour} or ${hours})`),
    fires: [{ series: { ...sample.total, ...sample.broken }, labels: { environment: 'production' } }],
    quiet: [{ series: { ...sample.total, ...sample.kept } }, { series: {} }],
  };
}

function slow(objective: Objective): Alert {
  const { sample, promise } = objective;
  return {
    name: `${objective.alert}BudgetSlow`,
    severity: 'ticket',
    summary: `The budget of thirty days is being spent: ${promise}, and that was not so for three days.`,
    runbook: objective.runbook,
    expression: enough(objective, burning(objective, 1, '3d', '6h')),
    fires: [{ series: { ...sample.total, ...sample.broken }, labels: { environment: 'production' } }],
    quiet: [{ series: { ...sample.total, ...sample.kept } }],
  };
}

/** Spends the budget at a rate in a long window, and still does in a short one. */
function burning(objective: Objective, rate: number, long: Window, short: Window): string {
  const most = Number((rate * (1 - objective.share)).toPrecision(6));
  return `(${ratioName(objective, long)} > ${most} and ${ratioName(objective, short)} > ${most})`;
}

function enough(objective: Objective, burns: string): string {
  const { atLeast } = objective;
  return atLeast === undefined
    ? burns
    : `${burns} and on (namespace, release, environment) (${brokenExpression(objective)}) >= ${atLeast}`;
}
