import type { ANSWER_OPTIONS } from '../table/evidence-options.js';
import type { Run } from '../table/option.js';
import { withPins } from '../profiles/pins.js';
import { readAnswerCall } from '../verifying/arguments.js';
import { printVerification } from '../verifying/print-verification.js';

/** `rvs answer verify` */
export const run: Run<typeof ANSWER_OPTIONS> = async (call) =>
  printVerification(readAnswerCall(await withPins(call, { answers: true })));
