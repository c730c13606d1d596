import type { Alert } from './alert.ts';
import { BUDGET_ALERTS } from './budgets.ts';
import { DATA_ALERTS } from './data.ts';
import { FLOW_ALERTS } from './flow.ts';
import { INFRASTRUCTURE_ALERTS } from './infrastructure.ts';
import { LOG_ALERTS } from './log.ts';
import { PROCESS_ALERTS } from './processes.ts';

export type { Alert, Situation } from './alert.ts';

/** All alerts, by the name of their group. */
export const ALERTS: Readonly<Record<string, readonly Alert[]>> = {
  budgets: BUDGET_ALERTS,
  log: LOG_ALERTS,
  data: DATA_ALERTS,
  flow: FLOW_ALERTS,
  processes: PROCESS_ALERTS,
  infrastructure: INFRASTRUCTURE_ALERTS,
};
