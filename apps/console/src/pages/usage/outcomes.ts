/** Outcomes in the order of their bars, the good ones at the ground. */
export const OUTCOMES = ['succeeded', 'refused', 'failed'] as const;
/** Variables of their colours. */
export const OUTCOME_COLOURS = { succeeded: '--chart-1', refused: '--chart-3', failed: '--chart-4' };
