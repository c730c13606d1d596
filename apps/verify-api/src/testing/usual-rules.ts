import { RateRules } from '../admission/limits/rules.js';

/** The rules under the default settings. */
export const usualRules = new RateRules({ verify: 1_000, read: 1_000, write: 2_000 });
