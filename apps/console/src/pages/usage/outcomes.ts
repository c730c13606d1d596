/** Outcomes in the order of their bars, successes at the bottom. */
export const OUTCOMES = ['succeeded', 'refused', 'failed'] as const;
/** CSS variables of their colours. */
export const OUTCOME_COLOURS = { succeeded: '--chart-1', refused: '--chart-3', failed: '--chart-4' };
