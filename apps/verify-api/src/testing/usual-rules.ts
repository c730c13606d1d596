import { RateRules } from '../limits/rules.js';

/** The rules of a service whose settings say nothing of limits. */
export const usualRules = new RateRules({ verify: 1_000, read: 1_000, write: 2_000 });
